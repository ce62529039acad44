import './portfolio-page.css';
import { optionsOf } from '../../../src/shared/settings/choices.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage, filteredWordsOf } from '../app/page-route.tsx';
import { readListed, withQuery } from '../app/search-params.ts';
import { useSite } from '../app/site-context.ts';
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
  const { pages, choices, words } = useSite();
  const { heading, intro } = pages.portfolio;
  return (
    <>
      <PageOpening page="portfolio" title={heading} lead={intro}>
        <Choices
          label={words.lists.categories}
          options={optionsOf(choices, 'portfolio_categories')}
          current={category}
          addressOf={(choice) => withQuery(paths.portfolio, { category: choice })}
        />
      </PageOpening>
      <section className="section portfolio" aria-label={words.portfolio.projects}>
        <div className="hall">
          <h2 className="visually-hidden">{category ?? words.portfolio.allProjects}</h2>
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
  const { showAll, services, noneInCategory, none } = useSite().words.portfolio;
  return (
    <EmptyList href={category ? paths.portfolio : paths.services} label={category ? showAll : services}>
      {category ? noneInCategory : none}
    </EmptyList>
  );
}

/** The projects, filtered by category. Each links to its page. */
export const portfolioPage = definePage<PortfolioData>({
  path: paths.portfolio,
  load: async ({ api, search, site }) => {
    const listed = { name: 'category', list: 'portfolio_categories' } as const;
    const addressOf = (value: string) => withQuery(paths.portfolio, { category: value });
    const category = readListed({ search, site }, listed, addressOf);
    const { portfolios } = await api.portfolio.published.query({ category });
    return { portfolios, category };
  },
  head: ({ category }, { pages }) => ({
    ...filteredWordsOf(pages.portfolio, category),
    canonical: withQuery(paths.portfolio, { category }),
  }),
  Page: PortfolioPage,
});
