import { keepPreviousData } from '@tanstack/react-query';
import { portfolioFacts } from '../../../src/modules/portfolio/portfolio.facts.ts';
import { portfolioCategories } from '../../../src/shared/catalog.ts';
import { trpc } from '../../lib/trpc.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { Notice } from '../ui/notice.tsx';
import { useListAddress } from '../ui/use-list-address.ts';
import { useTrash } from '../ui/use-trash.ts';
import { portfolioAddress } from './portfolio-address.ts';
import { ProjectCard } from './project-card.tsx';
import { usePortfolioTrash } from './use-portfolio-trash.ts';

const options = portfolioCategories.map((name) => ({ value: name, label: name }));

/** The projects, by category. */
export function PortfolioPage() {
  const list = useListAddress(portfolioFacts.pageSize);
  const category = portfolioCategories.find((name) => name === list.get('category'));
  const query = trpc.portfolio.list.useQuery(
    { page: list.page, before: list.before, per_page: portfolioFacts.pageSize, category },
    { placeholderData: keepPreviousData },
  );
  const titleOf = (id: number) => query.data?.portfolios.find((project) => project.id === id)?.title;
  const { throwing } = useTrash(usePortfolioTrash(), titleOf);
  const remove = trpc.portfolio.remove.useMutation(throwing);
  const hint = category
    ? `Nothing in the category "${category}" yet.`
    : 'Get started by adding your first project!';
  return (
    <ListScreen
      title="Portfolio Management"
      createLabel="Add Project"
      address={portfolioAddress}
      list={list}
      query={query}
      subject="The projects"
      totalLabel="Total projects"
      groups={{ name: 'category', label: 'Category', allLabel: 'All Categories', options, value: category }}
      rowsOf={(page) => page.portfolios}
      card={(project, acts) => <ProjectCard key={project.id} project={project} {...acts} />}
      empty={<Notice title="No projects found" text={hint} />}
      deletion={{
        title: 'Delete Project',
        question: ({ title }) => `Are you sure you want to delete "${title}"? This action cannot be undone.`,
        answer: 'Delete Project',
        remove,
      }}
    />
  );
}
