import './portfolio-page.css';
import { portfolioCategories } from '../../../src/shared/catalog.ts';
import { company } from '../../../src/shared/company.ts';
import { paths } from '../../app/paths.ts';
import type { ApiOutputs } from '../../lib/api-types.ts';
import { readChoice, withQuery } from '../../lib/page-query.ts';
import { definePage } from '../../lib/page-route.tsx';
import { Choices } from '../../ui/choices.tsx';
import { PageOpening } from '../../ui/page-opening.tsx';
import { ProjectCard } from './project-card.tsx';

interface PortfolioData {
  portfolios: ApiOutputs['portfolio']['published']['portfolios'];
  category: string | undefined;
}

function PortfolioPage({ data: { portfolios, category } }: { data: PortfolioData }) {
  return (
    <>
      <PageOpening
        title="Portfolio"
        lead="What was there before, what we did, and what it is like now: a selection of our projects."
      >
        <Choices
          label="Categories"
          values={portfolioCategories}
          current={category}
          addressOf={(choice) => withQuery(paths.portfolio, { category: choice })}
        />
      </PageOpening>
      <section className="section portfolio" aria-label="Projects">
        <div className="hall">
          <h2 className="visually-hidden">{category ?? 'All projects'}</h2>
          {portfolios.length === 0 && <p className="lead">There is no project of this kind to show yet.</p>}
          <ul className="project-list">
            {portfolios.map((project, index) => (
              <ProjectCard key={project.id} project={project} isFirst={index === 0} />
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}

/** The projects, by category; each unfolds to its whole story. */
export const portfolioPage = definePage<PortfolioData>({
  path: paths.portfolio,
  load: async ({ api, search }) => {
    const category = readChoice(search, 'category', portfolioCategories);
    const { portfolios } = await api.portfolio.published.query({ category });
    return { portfolios, category };
  },
  head: ({ category }) => ({
    title: category ? `Portfolio, ${category}` : 'Portfolio',
    description: `Projects by ${company.name}${category ? ` in ${category}` : ''}: what was there before, what we did, what it is like now.`,
    canonical: withQuery(paths.portfolio, { category }),
  }),
  Page: PortfolioPage,
});
