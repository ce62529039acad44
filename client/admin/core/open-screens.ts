import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { useCurrentUser } from './admin-context.ts';
import { itemsFor, type NavigationItem } from './navigation.ts';

type Factors = ApiOutputs['account']['factors'];

/** Returns whether the person must add a second factor before the server permits anything else. */
export function isEnrolmentRequired({ factors, can_add, is_required }: Factors): boolean {
  return is_required && can_add && factors.length === 0;
}

/**
 * Returns the screens whose links the person sees. A person who must add a second factor sees no links, because the
 * server would refuse the calls of the screens.
 */
export function useOpenScreens(items: readonly NavigationItem[]): NavigationItem[] {
  const { role } = useCurrentUser();
  // Reads the factors from the cache without a request. The panel opens the account page if a factor is required, and
  // that page requests the factors.
  const factors = trpc.account.factors.useQuery(undefined, { enabled: false }).data;
  return factors && isEnrolmentRequired(factors) ? [] : itemsFor(role, items);
}
