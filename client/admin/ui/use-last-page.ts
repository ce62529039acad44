import { useEffect } from 'react';
import { countPages } from '../../../src/shared/page-count.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import type { ListAddress } from './use-list-address.ts';

interface PagedQuery {
  data: { meta: PageMeta } | undefined;
  isPlaceholderData: boolean;
}

/** Goes to the last page when the address asks for one behind it, as after the last row of a page was deleted. */
export function useLastPage({ page, goToPage }: ListAddress, { data, isPlaceholderData }: PagedQuery): void {
  const last = data && !isPlaceholderData ? countPages(data.meta) : page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goToPage is made anew at each render
  useEffect(() => {
    // Replaced in the history: otherwise Back returns to the missing page, and from there to here.
    if (page > last) goToPage(last, { replace: true });
  }, [page, last]);
}
