import './portfolio-page.css';
import { portfolioCategories } from '../../../src/shared/catalog.ts';
import { company } from '../../../src/shared/company.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { readChoice, withQuery } from '../app/search-params.ts';
import { EmptyList } from '../components/empty-list.tsx';
import { Choices } from '../components/filter-links.tsx';
import { PageOpening } from '../components/page-hero.tsx';
import { ProjectCard } from './project-card.tsx';

interface PortfolioData {
  portfolios: ApiOutputs['portfolio']['published']['portfolios'];
  category: string | undefined;
}

/** One project over the whole width, then two pairs. */
const wideEvery = 5;

function PortfolioPage({ data: { portfolios, category } }: { data: PortfolioData }) {
  return (
    <>
      <PageOpening
        title="Portfolio"
        lead="Selected projects: the starting point, what we did and the result."
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
          {portfolios.length === 0 ? (
            <NoProjects category={category} />
          ) : (
            <ul className="project-list">
              {portfolios.map((project, index) => (
                <ProjectCard
                  key={project.id}
                  project={project}
                  isFirst={index === 0}
                  isWide={index % wideEvery === 0}
                />
              ))}
            </ul>
          )}
        </div>
      </section>
    </>
  );
}

function NoProjects({ category }: { category: string | undefined }) {
  return (
    <EmptyList
      href={category ? paths.portfolio : paths.services}
      label={category ? 'Show all projects' : 'See what we do'}
    >
      {category ? 'No projects in this category yet.' : 'No projects yet.'}
    </EmptyList>
  );
}

/** The projects, filtered by category. Each links to its page. */
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
