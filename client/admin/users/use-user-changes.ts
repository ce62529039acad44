import { trpc } from '../../lib/trpc.ts';
import { useParts } from '../parts.ts';
import { useUser } from '../session.ts';
import { focusHeadingWhenLost } from '../ui/focus-heading.ts';
import { sayDone } from '../ui/say.ts';

/** Gives somebody an account. */
export function useCreateUser(onSaved: () => void) {
  const { users } = trpc.useUtils();
  return trpc.users.create.useMutation({
    onSuccess: () => {
      sayDone('The user was added.');
      onSaved();
      return users.invalidate();
    },
  });
}

/** Changes a user. */
export function useUpdateUser(onSaved: () => void) {
  const { users } = trpc.useUtils();
  const { sessions } = useParts();
  const viewer = useUser();
  return trpc.users.update.useMutation({
    onSuccess: ({ user: { id, name, email, role } }) => {
      // The guard and the navigation go by what the browser keeps.
      if (id === viewer.id) sessions.update({ id, name, email, role });
      sayDone('The user was saved.');
      onSaved();
      return users.invalidate();
    },
  });
}

/** Takes an account away. */
export function useRemoveUser(onRemoved: () => void) {
  const { users } = trpc.useUtils();
  return trpc.users.remove.useMutation({
    onSuccess: async () => {
      onRemoved();
      sayDone('The user was deleted.');
      await users.invalidate();
      focusHeadingWhenLost();
    },
  });
}
