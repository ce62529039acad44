import { Button } from '@mantine/core';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { formatDateTime } from '../../core/format-dates.ts';
import { LinkToCopy } from './reset-link-modal.tsx';
import classes from './users.module.css';

export type InvitationFacts = NonNullable<ApiOutputs['users']['accounts']['accounts'][number]['invitation']>;

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
      <Button
        variant="default"
        mt="sm"
        mb="sm"
        loading={invite.isPending}
        onClick={() => invite.mutate({ id })}
      >
        Invite again
      </Button>
    </>
  );
}
