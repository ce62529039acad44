import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm, DialogText } from '../../components/dialog.tsx';
import { LinkToCopy } from './link-to-copy.tsx';
import type { User } from './user-form.tsx';

interface ResetLinkModalProps {
  user: User;
  onClose: () => void;
}

/**
 * A dialog that creates and shows a link with which a user sets a new password. The link cannot be shown
 * again after the dialog has been closed.
 */
export function ResetLinkModal({ user, onClose }: ResetLinkModalProps) {
  const make = trpc.users.createResetLink.useMutation({ meta: { changesNothing: true } });
  return (
    <DialogForm
      title="Password reset link"
      failure={make.error ? parseApiError(make.error) : undefined}
      isBusy={make.isPending}
      saveLabel={make.data ? undefined : 'Create link'}
      busyLabel="Creating..."
      cancelLabel={make.data ? 'Close' : 'Cancel'}
      isQuestion
      onSubmit={() => make.mutate({ id: user.id })}
      onClose={onClose}
    >
      {make.data ? (
        <LinkToCopy name={user.name} {...make.data} />
      ) : (
        <DialogText>
          {user.name} can use this link once, within 60 minutes, to set a new password. Earlier links stop
          working; the current password works until then.
        </DialogText>
      )}
    </DialogForm>
  );
}
