import { can } from '../../../../src/shared/grants.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';

export type Onboarding = ApiOutputs['onboarding']['state'];
type Offer = 'set-up' | 'checklist';

/** Returns what is left to do on a new site. Undefined while it is loading, and for people who may not change the site. */
export function useOnboarding(): Onboarding | undefined {
  const { role } = useCurrentUser();
  return trpc.onboarding.state.useQuery(undefined, { enabled: can(role, 'settings:manage') }).data;
}

/** Returns the action that dismisses an offer for all admins. The notice about it has a button that undoes it. */
export function useDismissal(offer: Offer, words: string): { isPending: boolean; run: () => void } {
  const { onboarding } = trpc.useUtils();
  const change = trpc.onboarding.dismiss.useMutation({
    onSuccess: (_, { isDismissed }) => {
      if (isDismissed) notifyWithUndo(words, undefined, () => change.mutate({ offer, isDismissed: false }));
    },
    onError: (error) => notifyError('Couldn’t change the dashboard', error),
    onSettled: () => void onboarding.invalidate().then(restoreFocusToHeading),
  });
  const run = () => {
    if (!change.isPending) change.mutate({ offer, isDismissed: true });
  };
  return { isPending: change.isPending, run };
}
