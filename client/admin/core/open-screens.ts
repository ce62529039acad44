import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { useCurrentUser } from './admin-context.ts';
import { itemsFor, type NavigationItem } from './navigation.ts';
import { readDocument, useDocumentVersion } from './panel-document.ts';

type Factors = ApiOutputs['account']['factors'];

/** Returns whether the person must add a second factor before the server permits anything else. */
export function isEnrolmentRequired({ factors, can_add, is_required }: Factors): boolean {
  return is_required && can_add && factors.length === 0;
}

/** None while the person must add a second factor, because the server refuses the screens' calls. */
export function useOpenScreens(items: readonly NavigationItem[]): NavigationItem[] {
  const { role } = useCurrentUser();
  useDocumentVersion();
  // Without a request: the account page, which opens if a factor is required, loads them.
  const factors = trpc.account.factors.useQuery(undefined, { enabled: false }).data;
  return factors && isEnrolmentRequired(factors)
    ? []
    : itemsFor(role, items, {
        off: partsOff(),
        hasLanguages: readDocument('languages') !== undefined,
      });
}

/** The parts of the site that are switched off. */
export function partsOff(): readonly string[] {
  return readDocument('parts-off')?.split(' ') ?? [];
}
