import { describe, expect, test } from 'vitest';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { createJob, createPost, createProject } from '../support/factories.ts';
import { publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const { company } = settingDefaults;

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('structured data', () => {
  const site = useSite({ parts: loadBuiltPages });
  const thingsAt = async (path: string) => readHead((await site.app.inject({ url: path })).body).things;
  const posting = async (words: Parameters<typeof createJob>[1]) => {
    const { id } = await createJob(site.database.fork(), words);
    const [, , job] = await thingsAt(`/career/${id}`);
    return { id, job };
  };

  test('every page describes the company, from the settings', async () => {
    const [us, ...others] = await thingsAt('/');
    expect(others).toMatchObject([{ '@type': 'WebSite', url: `${publicUrl}/`, inLanguage: 'en' }]);
    expect(us).toMatchObject({
      '@type': 'Organization',
      name: company.name,
      legalName: company.legal_name,
      url: `${publicUrl}/`,
      telephone: company.phone,
      email: company.email,
      foundingDate: String(company.since),
      address: { '@type': 'PostalAddress', postalCode: company.address.postcode, addressCountry: 'GB' },
      sameAs: company.social.map(({ url }) => url),
    });
  });

  test('a page names the way to it, in order and absolute', async () => {
    const { id } = await createPost(site.database.fork());
    const wayTo = async (path: string) => {
      const way = (await thingsAt(path)).find(
        (thing: { '@type': string }) => thing['@type'] === 'BreadcrumbList',
      );
      return way.itemListElement.map((step: Record<string, unknown>) => [
        step.position,
        step.name,
        step.item,
      ]);
    };
    const home = [1, 'Home', `${publicUrl}/`];
    expect(await wayTo('/quotations')).toEqual([home, [2, 'Quotations', `${publicUrl}/quotations`]]);
    const project = await createProject(site.database.fork());
    expect((await wayTo(`/portfolio/${project.id}`)).at(-1)).toEqual([
      ...[3, project.title, `${publicUrl}/portfolio/${project.id}`],
    ]);
    expect(await wayTo('/blog?category=Technology')).toEqual([home, [2, 'Blog', `${publicUrl}/blog`]]);
    expect(await wayTo(`/blog/${id}`)).toEqual([
      ...[home, [2, 'Blog', `${publicUrl}/blog`]],
      [3, 'Notes', `${publicUrl}/blog/${id}`],
    ]);
  });

  test('a post has what an article must have', async () => {
    const featured_image = `uploads/${'a'.repeat(32)}-00000000.webp`;
    const { id } = await createPost(site.database.fork(), { featured_image });
    const [, , article] = await thingsAt(`/blog/${id}`);
    const us = { '@type': 'Organization', name: company.name };
    expect(article).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Notes',
      datePublished: moment,
      dateModified: moment,
      author: us,
      publisher: us,
      mainEntityOfPage: `${publicUrl}/blog/${id}`,
      articleSection: 'Technology',
      image: [`${publicUrl}/${featured_image}`, expect.stringMatching(/\/cards\/post-\d+-\w+\.png$/)],
    });
  });

  test('a project is a work of the company, with what it used and the year if it is one', async () => {
    const image = `uploads/${'b'.repeat(32)}-00000000.webp`;
    const [service] = settingDefaults.lists.services;
    const told = { image, services: [service!.key], sector: 'Transport', year: '2024' };
    const { id, title, description } = await createProject(site.database.fork(), told);
    const [, , work] = await thingsAt(`/portfolio/${id}`);
    const url = `${publicUrl}/portfolio/${id}`;
    expect(work).toMatchObject({
      '@type': 'CreativeWork',
      name: title,
      description,
      url,
      mainEntityOfPage: url,
      creator: { '@type': 'Organization', name: company.name },
      dateCreated: '2024',
      about: { '@type': 'Thing', name: 'Transport' },
      keywords: ['VLAN', service!.title],
      image: [`${publicUrl}/${image}`, expect.stringMatching(/\/cards\/project-\d+-\w+\.png$/)],
      dateModified: moment,
    });
    const plain = await createProject(site.database.fork(), { year: '2023 to 2024' });
    const [, , other] = await thingsAt(`/portfolio/${plain.id}`);
    expect(Object.keys(other)).not.toContain('dateCreated');
    expect(Object.keys(other)).not.toContain('about');
  });

  test('a job has what Google for Jobs requires', async () => {
    const { id, job } = await posting({
      title: 'Engineer',
      location: 'London',
      requirements: ['C & "C++"', '<b>'],
    });
    expect(job).toMatchObject({
      '@type': 'JobPosting',
      title: 'Engineer',
      datePosted: moment,
      employmentType: 'FULL_TIME',
      hiringOrganization: { '@type': 'Organization', name: company.name, sameAs: `${publicUrl}/` },
      jobLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          streetAddress: company.address.street,
          addressLocality: 'London',
          addressCountry: 'GB',
        },
      },
      directApply: true,
      identifier: { '@type': 'PropertyValue', value: String(id) },
    });
    expect(job.description).toBe(
      '<p>Builds things.</p><p>Responsibilities</p><ul><li>Build</li></ul>' +
        '<p>Requirements</p><ul><li>C &amp; &quot;C++&quot;</li><li>&lt;b&gt;</li></ul>',
    );
    expect(job).not.toHaveProperty('jobLocationType');
    expect(job).not.toHaveProperty('validThrough');
  });

  test.each([
    { location: 'Remote within the UK', isPlace: false, isRemote: true },
    { location: 'London or remote', isPlace: true, isRemote: true },
    { location: 'Leeds', isPlace: true, isRemote: false },
  ])('the location «$location» follows Google’s format', async ({ location, isPlace, isRemote }) => {
    const { job } = await posting({ location });
    expect('jobLocation' in job).toBe(isPlace);
    expect(job.jobLocationType).toBe(isRemote ? 'TELECOMMUTE' : undefined);
    expect(job.applicantLocationRequirements?.['@type']).toBe(isRemote ? 'Country' : undefined);
    if (location === 'Leeds') expect(job.jobLocation.address.addressLocality).toBe('Leeds');
  });

  test.each([
    [{ type: 'Part-time' }, 'PART_TIME'],
    [{ type: 'Contract' }, 'CONTRACTOR'],
    [{ type: 'Internship', is_internship: true }, 'INTERN'],
    [{ type: 'Full-time', is_internship: true }, 'INTERN'],
  ] as const)('%j is employment of the type %s', async (words, type) => {
    expect((await posting(words)).job.employmentType).toBe(type);
  });

  test('a job with an external application is not marked as a direct application', async () => {
    expect((await posting({ application_link: 'https://example.com/apply' })).job.directApply).toBe(false);
  });
});
