import { trpc } from '../../../api/trpc.ts';
import { focusHeadingWhenLost } from '../../components/focus-heading.ts';
import { sayDone } from '../../components/notifications.tsx';

/** Deletes a user's account. */
export function useRemoveUser(onRemoved: () => void) {
  const { users } = trpc.useUtils();
  return trpc.users.remove.useMutation({
    onSuccess: async () => {
      onRemoved();
      sayDone('User deleted');
      await users.invalidate();
      focusHeadingWhenLost();
    },
  });
}
