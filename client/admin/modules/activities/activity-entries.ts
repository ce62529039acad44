import { keepPreviousData } from '@tanstack/react-query';
import { activityTypes, pageSizes } from '../../../../src/shared/catalog.ts';
import { activityModules } from '../../../../src/shared/facts.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListParams } from '../../list/use-list-params.ts';

export type Activity = ApiOutputs['activities']['list']['activities'][number];

/** Queries the page of the activity log that the address asks for. */
export function useActivities() {
  const list = useListParams(pageSizes.activities);
  const type = activityTypes.find((name) => name === list.get('type'));
  const module = activityModules.find((name) => name === list.get('module'));
  const search = list.get('search');
  const query = trpc.activities.list.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.activities, type, module, search },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, type, module, search };
}
