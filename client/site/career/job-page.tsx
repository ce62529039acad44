import './career-page.css';
import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, headOfRow } from '../app/page-route.tsx';
import { loadByKey } from '../app/search-params.ts';
import { useSite } from '../app/site-context.ts';
import { PageOpening } from '../components/page-hero.tsx';
import { JobApply } from './job-apply.tsx';
import { describeJobType } from './job-type.ts';

type JobData = ApiOutputs['jobs']['openOne'];

function JobPage({ data: { job } }: { data: JobData }) {
  const { choices, words, formats } = useSite();
  const { career } = words;
  const facts = [
    [career.type, describeJobType(job, choices)],
    [career.department, job.department],
    [career.location, job.location],
    [career.openSince, formats.day(job.created_at)],
    ...(job.closes_at ? [[career.applyBy, formats.day(job.closes_at)]] : []),
  ];
  return (
    <>
      <PageOpening title={job.title} />
      <div className="section">
        <div className="hall job-grid">
          <dl className="job-facts">
            {facts.map(([term, fact]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
          <div className="prose">
            {job.description.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <h2>{career.responsibilities}</h2>
            <Points points={job.responsibilities} />
            <h2>{career.requirements}</h2>
            <Points points={job.requirements} />
          </div>
        </div>
      </div>
      <JobApply id={job.id} link={job.application_link} />
    </>
  );
}

function Points({ points }: { points: string[] }) {
  return (
    <ul>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** One active job with its application form. */
export const jobPage = definePage<JobData>({
  path: `${paths.career}/:id`,
  load: (request) =>
    loadByKey(request, paths.career, {
      byId: (id) => request.api.jobs.openOne.query({ id }),
      bySlug: (slug) => request.api.jobs.openBySlug.query({ slug }),
    }),
  head: ({ job }, { choices }) =>
    headOfRow(job, {
      title: job.title,
      description: `${describeJobType(job, choices)}, ${job.department}, ${job.location}. ${job.description.split('\n')[0]}`,
    }),
  Page: JobPage,
});
