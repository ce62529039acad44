import { Text } from '@mantine/core';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { DialogForm, DialogText } from '../../components/dialog.tsx';
import { formatDateTime } from '../../core/format-dates.ts';

interface LinkToCopyProps {
  /** The user that the link is for. */
  name: string;
  link: string;
  expires_at: string;
}

export function LinkToCopy({ name, link, expires_at }: LinkToCopyProps) {
  return (
    <>
      <CopyField label="Link" text={link} message="Link copied" />
      <Text mt={8} c="dimmed" fz={14}>
        For {name}, valid until {formatDateTime(expires_at)}. It won’t be shown again: send it over a private
        channel.
      </Text>
    </>
  );
}

interface ResetLinkModalProps {
  user: { id: number; name: string };
  onClose: () => void;
}

/** The link cannot be shown again. */
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
