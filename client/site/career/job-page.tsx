import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage, metadataOfRow } from '../app/page-route.tsx';
import { loadByIdOrSlug } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { PageOpening } from '../components/page-opening.tsx';
import { languageAttributes } from '../components/language-attributes.ts';
import { JobApply } from './job-apply.tsx';
import { formStyles } from '../forms/site-form.tsx';
import styles from './job-page.css?url';
import { describeJobType, describeWorkplace } from './job-labels.ts';
import { describeSalary } from './salary.ts';

type JobData = ApiOutputs['jobs']['openOne'];

function JobPage({ data: { job } }: { data: JobData }) {
  const site = useSiteSettings();
  const { career } = site.texts;
  const salary = describeSalary(job, site);
  const { lang, dir } = languageAttributes(job);
  const next = job.what_next ?? site.pages.career.sent_next;
  return (
    <>
      <PageOpening title={job.title} lang={lang} dir={dir} isRow>
        <div className="job-opening">
          <p>
            {salary && (
              <strong>
                <bdi>{salary}</bdi>
              </strong>
            )}
            <span lang={lang}>
              <bdi>{job.department}</bdi>, <bdi>{job.location}</bdi>
            </span>
          </p>
          <ApplyLink />
        </div>
      </PageOpening>
      <div>
        <div className="section" dir={dir}>
          <div className="hall job-grid">
            <JobFacts job={job} salary={salary} />
            <div className="prose">
              {job.description.split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph} lang={lang}>
                  {paragraph}
                </p>
              ))}
              <h2>{career.responsibilities}</h2>
              <Points points={job.responsibilities} lang={lang} />
              <h2>{career.requirements}</h2>
              <Points points={job.requirements} lang={lang} />
              {next && (
                <>
                  <h2>{career.whatNext}</h2>
                  <p className="job-next" lang={job.what_next ? lang : undefined}>
                    <bdi>{next}</bdi>
                  </p>
                </>
              )}
            </div>
          </div>
        </div>
        <div className="job-bar">
          <p>{job.closes_at ? `${career.applyBy} ${site.formats.day(job.closes_at)}` : salary}</p>
          <ApplyLink />
        </div>
      </div>
      <JobApply id={job.id} link={job.application_link} next={next} recruiter={job.recruiter} />
    </>
  );
}

function ApplyLink() {
  return (
    <a className="button" href="#apply">
      {useSiteSettings().texts.career.apply}
    </a>
  );
}

function JobFacts({ job, salary }: JobData & { salary: string | undefined }) {
  const { choices, texts, formats } = useSiteSettings();
  const { career } = texts;
  const facts: [string, string | null | undefined][] = [
    [career.type, describeJobType(job, choices)],
    [career.salary, salary],
    [career.department, job.department],
    [career.team, job.team],
    [career.location, job.location],
    [career.workplace, describeWorkplace(job, texts)],
    [career.openSince, formats.day(job.created_at)],
    [career.applyBy, job.closes_at && formats.day(job.closes_at)],
    [career.recruiter, job.recruiter],
  ];
  return (
    <dl className="job-facts">
      {facts.map(
        ([term, fact]) =>
          fact && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <bdi>{fact}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Points({ points, lang }: { points: string[]; lang: string | undefined }) {
  return (
    <ul lang={lang}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** The page of one open job, with an application form or a link to the application on another site. */
export const jobPage = definePage<JobData>({
  path: `${sitePaths.career}/:id`,
  styles: [formStyles, styles],
  load: (request) =>
    loadByIdOrSlug(request, {
      byId: (id) => request.api.jobs.openOne.query({ id }),
      bySlug: (slug) => request.api.jobs.openBySlug.query({ slug }),
    }),
  head: ({ job }, { choices }) =>
    metadataOfRow(job, {
      title: job.title,
      description: `${describeJobType(job, choices)}, ${job.department}, ${job.location}. ${job.description.split('\n')[0]}`,
    }),
  Page: JobPage,
});
