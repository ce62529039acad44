import { meaningfulText } from '../../../src/shared/meaningful-text.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';

type Project = ApiOutputs['portfolio']['publishedOne']['portfolio'];

/** The facts of a project: client, sector, year, duration, services and technologies. */
export function ProjectFacts({ project }: { project: Project }) {
  const { company, texts, lists } = useSiteSettings();
  const { client, client_description, sector, year, duration, technologies } = project;
  const services = lists.services.filter(({ key }) => project.services.includes(key));
  const plain = [
    { label: texts.portfolio.sector, value: sector },
    { label: texts.portfolio.year, value: year },
    { label: texts.portfolio.duration, value: duration },
  ].filter(({ value }) => value);
  return (
    <dl className="project-facts">
      {client !== company.name && meaningfulText(client) && (
        <div>
          <dt>{texts.portfolio.client}</dt>
          <dd>{client}</dd>
          {client_description && <dd className="project-aside">{client_description}</dd>}
        </div>
      )}
      {plain.length > 0 &&
        plain.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      {services.length > 0 && (
        <div>
          <dt>{texts.portfolio.usedServices}</dt>
          {services.map(({ key, title, url }) => (
            <dd key={key}>
              <a href={url || `${sitePaths.services}#${key}`}>{title}</a>
            </dd>
          ))}
        </div>
      )}
      {technologies.length > 0 && (
        <div>
          <dt>{texts.portfolio.technologies}</dt>
          <dd>{technologies.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}
