import type { JobPosting } from 'schema-dts';
import { findChoice, type JobType, jobTypes } from '../../../src/shared/enumerations.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import type { SiteTexts } from '../../../src/shared/site-texts/en.ts';
import { escapeXml } from '../../../src/shared/xml.ts';
import type { PageRow } from './page-row.ts';

type Job = Extract<PageRow, { kind: 'job' }>['job'];

const employmentTypes = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACTOR',
  Internship: 'INTERN',
} satisfies Record<JobType, string>;

/** Returns the structured data of a job in the form that Google for Jobs requires. */
export function jobPosting(job: Job, { company, texts }: SiteSettings, publicUrl: string): JobPosting {
  const url = publicUrl + job.path;
  const type = job.is_internship ? 'Internship' : findChoice(jobTypes, job.type);
  return {
    '@type': 'JobPosting',
    title: job.title,
    description: describe(job, texts),
    datePosted: job.created_at,
    ...(job.closes_at && { validThrough: job.closes_at }),
    employmentType: type ? employmentTypes[type] : 'OTHER',
    hiringOrganization: {
      '@type': 'Organization',
      '@id': `${publicUrl}/#organization`,
      name: company.name,
      sameAs: `${publicUrl}/`,
      logo: `${publicUrl}/favicon.svg`,
    },
    ...placeOf(job, company.address),
    ...salaryOf(job),
    identifier: { '@type': 'PropertyValue', name: company.name, value: String(job.id) },
    // Only an application with the site's own form is direct. Another site may require further steps.
    directApply: job.application_link === '',
    url,
  };
}

/** Returns all the content of the job's page as HTML, as Google requires. */
function describe({ description, responsibilities, requirements }: Job, { career }: SiteTexts): string {
  const list = (heading: string, points: string[]) =>
    `<p>${heading}</p><ul>${points.map((point) => `<li>${escapeXml(point)}</li>`).join('')}</ul>`;
  const paragraphs = description.split(/\n\s*\n/).map((text) => `<p>${escapeXml(text)}</p>`);
  return [
    ...paragraphs,
    list(career.responsibilities, responsibilities),
    list(career.requirements, requirements),
  ].join('');
}

/** Matches the words for remote work in the languages of the site. */
const remote = /(?<!\p{L})(?:remote|home ?office|télétravail|remoto|teletrabajo|uzaktan)(?!\p{L})/iu;

/**
 * Returns the work location in the terms of schema.org. If `location_type` is not set, the free text
 * `location` decides. If `location` begins with 'remote' or a synonym, the work is remote only. If `location`
 * contains such a word later, the work is on site or remote. The country is always the company's. If the
 * location contains the company's city, the office's address is used.
 */
function placeOf({ location, location_type }: Job, address: SiteSettings['company']['address']) {
  const { street, city, postcode, country, country_code } = address;
  const office = { streetAddress: street, addressLocality: city, postalCode: postcode };
  const place = {
    '@type': 'Place' as const,
    address: {
      '@type': 'PostalAddress' as const,
      ...(city && location.includes(city) ? office : { addressLocality: location }),
      addressCountry: country_code,
    },
  };
  const elsewhere = {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country' as const, name: country },
  };
  // Google lists a job as remote only if it is never done on site.
  if (location_type === 'Remote') return elsewhere;
  if (location_type) return { jobLocation: place };
  return {
    ...(remote.exec(location)?.index !== 0 && { jobLocation: place }),
    ...(remote.test(location) && elsewhere),
  };
}

/** Returns the salary, or an empty object if the job does not state an amount and a valid currency. */
function salaryOf({ salary_min, salary_max, salary_currency, salary_period }: Job) {
  if (!/^[a-z]{3}$/i.test(salary_currency ?? '') || (!salary_min && !salary_max)) return {};
  return {
    baseSalary: {
      '@type': 'MonetaryAmount' as const,
      currency: salary_currency!,
      value: {
        '@type': 'QuantitativeValue' as const,
        ...(salary_min && { minValue: Number(salary_min) }),
        ...(salary_max && { maxValue: Number(salary_max) }),
        ...(salary_period && { unitText: salary_period.toUpperCase() }),
      },
    },
  };
}
