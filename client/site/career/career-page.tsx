import IconArrowRight from 'icon:arrow-right';
import { type JobType, jobTypes } from '../../../src/shared/enumerations.ts';
import { jobTypeOptions, labelOfValue } from '../../../src/shared/settings/choices.ts';
import type { SiteTexts } from '../../../src/shared/site-texts/en.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, filteredTitleAndDescription } from '../app/page-route.tsx';
import { readChoice, withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { FilterLinks } from '../components/filter-links.tsx';
import { LinkedText } from '../components/linked-text.tsx';
import { PageOpening } from '../components/page-opening.tsx';
import { languageAttributes } from '../components/language-attributes.ts';
import { CustomSections } from '../blocks/custom-sections.tsx';
import styles from './career-page.css?url';
import { describeJobType, describeWorkplace } from './job-labels.ts';
import { describeSalary } from './salary.ts';

interface CareerData {
  jobs: ApiOutputs['jobs']['open']['jobs'];
  type: JobType | undefined;
}

function CareerPage({ data: { jobs, type } }: { data: CareerData }) {
  const { linked, pages, choices, texts, formats } = useSiteSettings();
  const { heading, intro, other } = pages.career;
  return (
    <>
      <PageOpening page="career" title={heading} lead={intro}>
        {linked.career && (
          <FilterLinks
            label={texts.career.types}
            options={jobTypeOptions(choices)}
            current={type}
            addressOf={(choice) => withQuery(sitePaths.career, { type: choice })}
          />
        )}
      </PageOpening>
      <section className="section career-list" aria-labelledby="career-title">
        <div className="hall">
          <h2 id="career-title">{countInWords(texts, jobs.length, formats.number(jobs.length), type)}</h2>
          {jobs.length > 0 && (
            <ul>
              {jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
          )}
          {other && (
            <p className="career-other">
              <LinkedText text={other} />
            </p>
          )}
        </div>
      </section>
      <CustomSections />
    </>
  );
}

function JobRow({ job }: { job: CareerData['jobs'][number] }) {
  const site = useSiteSettings();
  const salary = describeSalary(job, site);
  const workplace = describeWorkplace(job, site.texts);
  const { lang, dir } = languageAttributes(job);
  return (
    <li className="whole-link">
      <h3 lang={lang} dir={dir}>
        <a href={job.path}>{job.title}</a>
      </h3>
      <p>{[describeJobType(job, site.choices), workplace].filter(Boolean).join(' · ')}</p>
      <p>
        <span lang={lang} dir={dir}>
          <bdi>{job.department}</bdi>, <bdi>{job.location}</bdi>
        </span>
        {salary && <span className="career-salary">{salary}</span>}
      </p>
      <IconArrowRight size={22} stroke={1.75} aria-hidden="true" />
    </li>
  );
}

function countInWords({ career }: SiteTexts, count: number, shown: string, type: string | undefined): string {
  if (count > 0) return career.open(count, shown);
  return type ? career.noneOfType : career.none;
}

/** The page with the open jobs, which visitors can filter by type. */
export const careerPage = definePage<CareerData>({
  path: sitePaths.career,
  styles: [styles],
  load: async ({ api, search }) => {
    const type = readChoice(search, 'type', jobTypes);
    const { jobs } = await api.jobs.open.query({ type });
    return { jobs, type };
  },
  head: ({ type }, { pages, choices }) => ({
    ...filteredTitleAndDescription(pages.career, type && labelOfValue(jobTypeOptions(choices), type)),
    canonical: withQuery(sitePaths.career, { type }),
  }),
  Page: CareerPage,
});
