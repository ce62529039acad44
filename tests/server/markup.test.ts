import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { callProcedure } from '../support/api-calls.ts';
import {
  createJob,
  createMember,
  createPost,
  createProject,
  createTestimonial,
} from '../support/factories.ts';
import { findMarkupProblems } from '../support/markup.ts';
import { picture } from '../support/pictures.ts';
import { fixedPaths, loadBuiltPages } from '../support/built-pages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

describe('markup', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp('sqlite', await loadBuiltPages());
    const em = site.database.fork();
    const content =
      '<h2>A</h2><p>b <a href="https://example.com" rel="noopener noreferrer">c</a><br />d</p><hr /><ul><li>e</li></ul>';
    for (let count = 0; count < 14; count += 1) await createPost(em, { content });
    await createJob(em);
    await createJob(em, {
      application_link: 'https://example.com/apply',
      is_internship: true,
      duration: '3 months',
    });
    await createMember(em);
    await createProject(em);
    const figure = { unit: '%', number: '40', meaning: 'less & <less> waiting' };
    const compared = { unit: 'min', number: '40', meaning: 'less than before', before: '1,200', after: '40' };
    const { id } = await createProject(em, {
      problem: content,
      approach: content,
      outcome: content,
      figures: [figure, compared],
      result_line: 'Less & <less> waiting',
      services: ['it-support'],
      quote: 'Quiet',
      quote_person: 'The clerk',
      quote_role: 'A town',
      sector: 'Public',
      year: '2025',
    });
    await createTestimonial(em, { is_published: true, project_id: id, service: 'IT Support' });
    const sent = { file: await picture({ width: 60 }), alt: 'A hall' };
    const { body } = await callProcedure(site, 'rest', 'admin', 'media.upload', sent);
    await site.as('admin').portfolio.update.mutate(
      buildFormData({
        id: String(id),
        title: 'A story',
        category: 'IT Support',
        description: 'D',
        client: 'C',
        gallery: JSON.stringify([{ media_id: body.item.id, caption: 'The hall' }]),
      }) as never,
    );
    await site.as('admin').clients.create.mutate({ name: 'A & B', kind: 'Client', is_published: true });
  });
  afterAll(() => site.close());

  test.each([
    ...fixedPaths,
    ...['/test', '/blog?page=2', '/blog?category=Technology', '/blog?search=nothing%20like%20it', '/blog/1'],
    ...['/blog/2', '/career?type=Contract', '/career/1', '/career/2', '/portfolio/1', '/portfolio/2'],
    ...['/portfolio?category=Network+Infrastructure', '/nothing', '/blog/999', '/admin', '/admin/login'],
  ])('the page at %s is valid HTML', async (url) => {
    const { body, headers } = await site.app.inject({ url });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(await findMarkupProblems(body)).toEqual([]);
  });

  test('the page about a refused form is valid HTML', async () => {
    const { body, statusCode } = await site.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=Ada&email=no+address',
    });
    expect(statusCode).toBe(422);
    expect(await findMarkupProblems(body)).toEqual([]);
  });

  test('the page about an unexpected error is valid HTML', async () => {
    const pages = await loadBuiltPages();
    const broken = await testApp('sqlite', {
      ...pages,
      renderPage: (url, _call, given) =>
        pages.renderPage(
          url,
          async () => {
            throw new Error('no database');
          },
          given,
        ),
    });
    const { body, statusCode } = await broken.app.inject({ url: '/blog' });
    expect(statusCode).toBe(500);
    expect(await findMarkupProblems(body)).toEqual([]);
    await broken.close();
  });
});
