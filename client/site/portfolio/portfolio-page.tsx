import { nameInList, optionsOfList } from '../../../src/shared/settings/choices.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import {
  definePage,
  filteredTitleAndDescription,
  PageNotFoundError,
  pagedTitleAndDescription,
} from '../app/page-route.tsx';
import { readListValue, readPageNumber, withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { CustomSections } from '../blocks/custom-sections.tsx';
import { ChoiceName } from '../components/choice-name.tsx';
import { EmptyList } from '../components/empty-list.tsx';
import { FilterLinks } from '../components/filter-links.tsx';
import { isCommon, sharesOfProjects } from '../components/full-rows.ts';
import { PageOpening } from '../components/page-opening.tsx';
import { Pagination } from '../components/pagination.tsx';
import { ProjectCard } from '../components/project-card.tsx';
import { hasFewPictures } from '../components/stored-picture.tsx';
import styles from './portfolio-page.css?url';

interface PortfolioData {
  portfolios: ApiOutputs['portfolio']['published']['portfolios'];
  category: string | undefined;
  page: number;
  pages: number;
}

const perPage = 10;

function PortfolioPage({ data }: { data: PortfolioData }) {
  const { portfolios, category, page, pages: count } = data;
  const { linked, pages, choices, texts } = useSiteSettings();
  const { heading, intro } = pages.portfolio;
  const isRows = hasFewPictures(portfolios, ({ image }) => image);
  const shares = sharesOfProjects(portfolios.length);
  const hidden = {
    category: isCommon(portfolios, (project) => project.category),
    client: isCommon(portfolios, (project) => project.client),
  };
  return (
    <>
      <PageOpening page="portfolio" title={heading} lead={intro}>
        {linked.portfolio && (
          <FilterLinks
            label={texts.lists.categories}
            options={optionsOfList(choices, 'portfolio_categories')}
            current={category}
            addressOf={(choice) => withQuery(sitePaths.portfolio, { category: choice })}
          />
        )}
      </PageOpening>
      <section className="section portfolio" aria-label={texts.portfolio.projects}>
        <div className="hall">
          <h2 className="visually-hidden">
            {category ? (
              <ChoiceName list="portfolio_categories" value={category} />
            ) : (
              texts.portfolio.allProjects
            )}
          </h2>
          {portfolios.length === 0 ? (
            <NoProjects category={category} />
          ) : (
            <ul className={isRows ? 'project-rows' : 'project-list'}>
              {portfolios.map((project, index) => (
                <ProjectCard
                  key={project.id}
                  project={project}
                  isFirst={index === 0}
                  hidden={hidden}
                  layout={isRows ? 'row' : shares[index] === 'whole' ? 'wide' : 'half'}
                />
              ))}
            </ul>
          )}
          <Pagination
            page={page}
            pages={count}
            addressOf={(number) =>
              withQuery(sitePaths.portfolio, { category, page: number > 1 ? number : undefined })
            }
          />
        </div>
      </section>
      <CustomSections />
    </>
  );
}

function NoProjects({ category }: { category: string | undefined }) {
  const { showAll, services, noneInCategory, none } = useSiteSettings().texts.portfolio;
  return (
    <EmptyList
      href={category ? sitePaths.portfolio : sitePaths.services}
      label={category ? showAll : services}
    >
      {category ? noneInCategory : none}
    </EmptyList>
  );
}

/**
 * Returns the featured projects first, then the projects with results in figures, then all others. Within
 * each group, the newest project is first. If staff have ordered the projects, that order is kept.
 */
function inShownOrder(projects: PortfolioData['portfolios']): PortfolioData['portfolios'] {
  const isOrdered = projects.some(
    ({ created_at }, at) => at > 0 && created_at > projects[at - 1]!.created_at,
  );
  if (isOrdered) return projects;
  const rank = ({ is_featured, figures }: PortfolioData['portfolios'][number]) =>
    is_featured ? 0 : figures.length > 0 ? 1 : 2;
  return projects.toSorted((one, other) => rank(one) - rank(other));
}

/** The page with the list of projects. The category and the page number are query parameters. */
export const portfolioPage = definePage<PortfolioData>({
  path: sitePaths.portfolio,
  styles: [styles],
  load: async ({ api, search, site }) => {
    const listed = { name: 'category', list: 'portfolio_categories' } as const;
    const addressOf = (value: string) => withQuery(sitePaths.portfolio, { category: value });
    const category = readListValue({ search, site }, listed, addressOf);
    const page = readPageNumber(search);
    const answer = await api.portfolio.published.query({ category });
    const portfolios = inShownOrder(answer.portfolios);
    const pages = Math.max(1, Math.ceil(portfolios.length / perPage));
    if (page > pages) throw new PageNotFoundError();
    return { portfolios: portfolios.slice((page - 1) * perPage, page * perPage), category, page, pages };
  },
  head: ({ category, page }, site) => ({
    ...pagedTitleAndDescription(
      filteredTitleAndDescription(
        site.pages.portfolio,
        category && nameInList(site.choices, 'portfolio_categories', category),
      ),
      page,
      site,
    ),
    canonical: withQuery(sitePaths.portfolio, { category, page: page > 1 ? page : undefined }),
  }),
  Page: PortfolioPage,
});
