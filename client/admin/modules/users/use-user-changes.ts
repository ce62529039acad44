import { trpc } from '../../../api/trpc.ts';
import { restoreFocusToHeading } from '../../components/focus-heading.ts';
import { notifySuccess } from '../../components/notifications.tsx';

/** Deletes a user's account. */
export function useRemoveUser(onRemoved: () => void) {
  const { users } = trpc.useUtils();
  return trpc.users.remove.useMutation({
    onSuccess: async () => {
      onRemoved();
      notifySuccess('User deleted');
      await users.invalidate();
      restoreFocusToHeading();
    },
  });
}
