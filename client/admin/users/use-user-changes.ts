import { trpc } from '../../lib/trpc.ts';
import { focusHeadingWhenLost } from '../ui/focus-heading.ts';
import { sayDone } from '../ui/say.ts';

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
