import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListParams } from '../../list/use-list-params.ts';
import { findView } from './inbox-views.ts';

/** A visitor's message. */
export type Message = ApiOutputs['inbox']['list']['messages'][number];

/** Queries the page of the inbox that the address asks for. */
export function useMessages() {
  const list = useListParams(pageSizes.inbox);
  const view = findView(list.get('tab'));
  const search = list.get('search');
  const query = trpc.inbox.list.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.inbox, is_read: view.is_read, search },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, view, search };
}
