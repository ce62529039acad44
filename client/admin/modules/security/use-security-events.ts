import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { securityEventTypes } from '../../../../src/shared/security-events.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListParams } from '../../list/use-list-params.ts';

/** An entry of the security log. */
export type SecurityEvent = ApiOutputs['security']['list']['events'][number];

/** Queries the page of the security log that the address asks for. */
export function useSecurityEvents() {
  const list = useListParams(pageSizes.security);
  const type = securityEventTypes.find((name) => name === list.get('type'));
  const search = list.get('search');
  const query = trpc.security.list.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.security, type, search },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, type, search };
}
