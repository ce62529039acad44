import { useEffect } from 'react';
import { countPages } from '../../../src/shared/page-count.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import type { ListParams } from './use-list-params.ts';

interface PagedQuery {
  data: { meta: PageMeta } | undefined;
  isPlaceholderData: boolean;
}

/**
 * Goes to the last page when the address asks for a later one, such as after deleting the only row of a page.
 */
export function useLastPage({ page, goToPage }: ListParams, { data, isPlaceholderData }: PagedQuery): void {
  const last = data && !isPlaceholderData ? countPages(data.meta) : page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goToPage is a new function at each render
  useEffect(() => {
    // Replaces the history entry. Otherwise Back would return to the missing page and come back here.
    if (page > last) goToPage(last, { replace: true });
  }, [page, last]);
}
