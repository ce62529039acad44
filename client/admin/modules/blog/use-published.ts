import { keepPreviousData } from '@tanstack/react-query';
import { blogFacts } from '../../../../src/modules/blog/blog.facts.ts';
import { blogCategories } from '../../../../src/shared/catalog.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListParams } from '../../list/use-list-params.ts';

/** A published post without its content. */
export type PublishedSummary = ApiOutputs['blog']['published']['posts'][number];

/** Queries the page of published posts that the address asks for. */
export function usePublished() {
  const list = useListParams(blogFacts.pageSize);
  const category = blogCategories.find((name) => name === list.get('category'));
  const query = trpc.blog.published.useQuery(
    { page: list.page, before: list.before, per_page: blogFacts.pageSize, category },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, category };
}
