import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { type SubmitEvent, useState } from 'react';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { Dialog } from '../../components/dialog.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { formatDate } from '../../core/format-dates.ts';
import classes from './blocked-senders.module.css';

export function BlockedSenders() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Blocked senders
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Blocked senders" withCloseButton>
        <BlockedList />
      </Dialog>
    </>
  );
}

function BlockedList() {
  const query = trpc.inbox.blockedSenders.useQuery();
  const { inbox } = trpc.useUtils();
  const [value, setValue] = useState('');
  const block = trpc.inbox.blockSender.useMutation({
    onSuccess: () => {
      setValue('');
      return inbox.blockedSenders.invalidate();
    },
  });
  const unblock = trpc.inbox.unblockSender.useMutation({
    meta: { failed: 'Couldn’t remove the sender' },
    // After a failure too: somebody else may have removed the sender.
    onSettled: () => inbox.blockedSenders.invalidate(),
  });
  const failure = block.error ? parseApiError(block.error) : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!block.isPending) block.mutate({ sender: value });
  };
  return (
    <>
      <form noValidate onSubmit={submit}>
        <Group align="flex-start" gap="sm" mb="md">
          <TextInput
            className={classes.blockField!}
            label="Address or domain"
            description="Such as rex@example.com, or example.com for everybody there"
            data-autofocus
            maxLength={254}
            autoCapitalize="none"
            value={value}
            error={failure && (failure.fields.sender ?? failure.message)}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" aria-disabled={block.isPending}>
            Block
          </Button>
        </Group>
      </form>
      <QueryBoundary
        query={query}
        subject="the blocked senders"
        skeleton={<Skeleton height={80} />}
        isEmpty={({ blocked_senders }) => blocked_senders.length === 0}
        empty={<p>Nobody is blocked.</p>}
      >
        {({ blocked_senders }) => (
          <ul className={rows.rows}>
            {blocked_senders.map(({ id, sender, user_name, created_at }) => (
              <li key={id} className={classes.blocked}>
                <div>
                  <div className={classes.blockedValue}>{sender}</div>
                  <Text c="dimmed" fz="sm">
                    {sender.includes('@') ? '' : 'Everybody there, '}
                    {user_name}, {formatDate(created_at)}
                  </Text>
                </div>
                <BusyButton
                  variant="subtle"
                  aria-label={`Remove ${sender}`}
                  isBusy={unblock.isPending && unblock.variables.id === id}
                  onClick={() => unblock.mutate({ id })}
                >
                  Remove
                </BusyButton>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </>
  );
}
