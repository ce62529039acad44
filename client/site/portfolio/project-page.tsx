import styles from './project-page.css?url';
import '../components/filter-links.css';
import { IconArrowRight } from '@tabler/icons-react';
import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, headOfRow, PageNotFound } from '../app/page-route.tsx';
import { loadByKey, withQuery } from '../app/search-params.ts';
import { useSite } from '../app/site-context.ts';
import { StoredPicture } from '../components/responsive-image.tsx';

type Project = ApiOutputs['portfolio']['published']['portfolios'][number];

interface ProjectData {
  project: Project;
  /** The next project in the list. After the last comes the first. */
  next: Project | null;
}

function ProjectPage({ data: { project, next } }: { data: ProjectData }) {
  const { title, category, client, description, technologies, image, picture } = project;
  const { words } = useSite();
  return (
    <>
      <article className="project-story">
        <header className="project-opening plan-lines">
          <div className="hall">
            <p>
              <a className="chip" href={withQuery(paths.portfolio, { category })}>
                {category}
              </a>
            </p>
            <h1>{title}</h1>
          </div>
        </header>
        <div className="hall project-body">
          {image && (
            <div className="project-picture">
              <StoredPicture path={image} picture={picture} sizes="(min-width: 60rem) 66vw, 95vw" isFirst />
            </div>
          )}
          <div className="project-text">
            {description.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <dl className="project-facts">
            <div>
              <dt>{words.portfolio.client}</dt>
              <dd>{client}</dd>
            </div>
            {technologies.length > 0 && (
              <div>
                <dt>{words.portfolio.technologies}</dt>
                {technologies.map((technology) => (
                  <dd key={technology}>{technology}</dd>
                ))}
              </div>
            )}
          </dl>
        </div>
      </article>
      {next && <NextProject project={next} />}
    </>
  );
}

function NextProject({ project: { path, title, client } }: { project: Project }) {
  return (
    <section className="project-next" aria-labelledby="project-next-title">
      <div className="hall whole-link">
        <p className="note">{useSite().words.portfolio.next}</p>
        <h2 id="project-next-title">
          <a href={path}>{title}</a>
        </h2>
        <p>{client}</p>
        <IconArrowRight size={40} stroke={1.5} aria-hidden="true" />
      </div>
    </section>
  );
}

/** One project with its full description. */
export const projectPage = definePage<ProjectData>({
  path: `${paths.portfolio}/:id`,
  styles: [styles],
  load: async (request) => {
    const { portfolios } = await request.api.portfolio.published.query({});
    const find = async (isMeant: (project: Project) => boolean) => {
      const place = portfolios.findIndex(isMeant);
      const project = portfolios[place];
      if (!project) throw new PageNotFound();
      const next = portfolios[(place + 1) % portfolios.length];
      return { project, next: next && next.id !== project.id ? next : null };
    };
    return loadByKey(request, paths.portfolio, {
      byId: (id) => find((project) => project.id === id),
      bySlug: (slug) => find((project) => project.slug === slug),
    });
  },
  head: ({ project }, { words }) => {
    const { title, category, client, description } = project;
    return headOfRow(project, {
      title,
      description: `${words.portfolio.summary(category, client)} ${description.split('\n')[0]}`,
    });
  },
  Page: ProjectPage,
});
