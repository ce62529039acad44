import { keepPreviousData } from '@tanstack/react-query';
import { blogCategories, pageSizes } from '../../../src/shared/catalog.ts';
import { trpc } from '../../lib/trpc.ts';
import { useLastPage } from '../ui/use-last-page.ts';
import { useListAddress } from '../ui/use-list-address.ts';

/** The page of posts that the address asks for. */
export function usePosts() {
  const list = useListAddress();
  const category = blogCategories.find((name) => name === list.get('category'));
  const query = trpc.blog.list.useQuery(
    { page: list.page, per_page: pageSizes.blog, category },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, category };
}
