import { Text } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { DialogForm, DialogText } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { formatDateTime } from '../../core/format-dates.ts';
import classes from './users.module.css';

interface LinkToCopyProps {
  /** The user that the link is for. */
  name: string;
  link: string;
  expires_at: string;
}

function LinkToCopy({ name, link, expires_at }: LinkToCopyProps) {
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

type InvitationFacts = NonNullable<ApiOutputs['users']['accounts']['accounts'][number]['invitation']>;

/** A sentence without a full stop. */
export function invitationWords({ state, note, until }: InvitationFacts): string {
  switch (state) {
    case 'waiting':
      return note ? `Invitation waits: ${note}` : 'Invitation is being sent';
    case 'sent':
      return `Invited, the link is valid until ${formatDateTime(until ?? '')}`;
    case 'refused':
      return `Invitation was not accepted: ${note ?? ''}`;
    case 'ended':
      return 'Invited, but there is no valid link';
  }
}

interface InvitationProps {
  user: { id: number; name: string };
  invitation: InvitationFacts;
}

/** Without a mail server, the new link is shown. */
export function Invitation({ user: { id, name }, invitation }: InvitationProps) {
  const invite = trpc.users.invite.useMutation({
    onSuccess: ({ link }) => {
      if (!link) notifySuccess('Invitation sent again');
    },
  });
  const { link, expires_at } = invite.data ?? {};
  return (
    <>
      <p className={classes.facts}>{invitationWords(invitation)}.</p>
      {invite.error && <ErrorAlert failure={parseApiError(invite.error)} />}
      {link && expires_at && <LinkToCopy name={name} link={link} expires_at={expires_at} />}
      <BusyButton
        variant="default"
        mt="sm"
        mb="sm"
        isBusy={invite.isPending}
        onClick={() => invite.mutate({ id })}
      >
        Invite again
      </BusyButton>
    </>
  );
}
