import IconMailCheck from 'icon:mail-check';
import IconTrash from 'icon:trash';
import { Button, Group, Tabs } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageSizes } from '../../../../src/shared/enumerations.ts';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useConfirm } from '../../components/confirm-modal.tsx';
import { notifyError, notifySuccess } from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { PagedList } from '../../list/paged-list.tsx';
import { pageQueryOf, useListParams } from '../../list/use-list-params.ts';
import { InboxTabs } from './inbox-toolbar.tsx';
import { deleteMessages, nouns, useInboxRefresh } from './message-actions.ts';
import { MessageDeleteModal } from './message-modal.tsx';
import classes from './inbox.module.css';

/** A spam message with the reasons. */
type SpamMessage = ApiOutputs['inbox']['list']['messages'][number];

/** The spam. It is in no tab and no count. */
export function SpamPage() {
  const params = useListParams({ name: 'spam', pageSize: pageSizes.inbox });
  const query = trpc.inbox.list.useQuery(
    { ...pageQueryOf(params), folder: 'spam' },
    { placeholderData: keepPreviousData },
  );
  const deletion = useConfirm<SpamMessage>();
  const refresh = useInboxRefresh();
  const notSpam = trpc.inbox.notSpam.useMutation({
    onSuccess: async () => {
      notifySuccess('Moved to inbox');
      await refresh();
      restoreFocusToHeading();
    },
    onError: (error) => notifyError('Couldn’t move the message to the inbox', error),
  });
  const markManyNotSpam = trpc.inbox.notSpam.useMutation();
  const removeMany = trpc.inbox.removeMany.useMutation();
  return (
    <>
      <PagedList
        title="Message Inbox"
        subject="the spam"
        nouns={nouns}
        params={params}
        query={query}
        rowsOf={({ messages }) => messages}
        titleOf={({ subject }) => subject}
        toolbar={
          <Tabs
            value={null}
            onChange={(tab) => params.setFilter('tab', tab === 'all' ? undefined : (tab ?? undefined))}
          >
            <InboxTabs params={params} isSpam />
          </Tabs>
        }
        layout="rows"
        rowKeys={{ Delete: deletion.ask }}
        renderCard={(message, { select }) => (
          <SpamRow
            key={message.id}
            message={message}
            select={select}
            isBusy={notSpam.isPending && notSpam.variables.ids[0] === message.id}
            onNotSpam={() => notSpam.mutate({ ids: [message.id] })}
            onDelete={() => deletion.ask(message)}
          />
        )}
        bulkActions={[
          {
            label: 'Not spam',
            icon: IconMailCheck,
            done: 'moved to the inbox',
            run: markManyNotSpam.mutateAsync,
          },
          { ...deleteMessages, icon: IconTrash, run: removeMany.mutateAsync },
        ]}
        refresh={refresh}
        empty={{
          title: 'No messages found',
          first: 'No spam',
          filtered: 'Try adjusting your search terms',
        }}
      />
      <MessageDeleteModal
        message={deletion.item}
        isOpen={deletion.isOpen}
        onClose={deletion.close}
        onRemoved={deletion.close}
      />
    </>
  );
}

interface SpamRowProps {
  message: SpamMessage;
  /** The checkbox of the row. */
  select: ReactNode;
  isBusy: boolean;
  onNotSpam: () => void;
  onDelete: () => void;
}

/** A spam message with the reasons, and buttons to move it back to the inbox or delete it. */
function SpamRow({ message, select, isBusy, onNotSpam, onDelete }: SpamRowProps) {
  const { id, subject, name, email, created_at, spam_reasons } = message;
  return (
    <li className={classes.spamListItem} data-row={id} tabIndex={-1}>
      {select}
      <div>
        <h2 className={classes.spamListSubject}>{subject}</h2>
        <p className={classes.from}>
          {name}, {email}, <RelativeTime at={created_at} words={inboxTime} />
        </p>
        <ul className={classes.reasons} aria-label="Reasons">
          {spam_reasons?.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <details className={classes.whole}>
          <summary data-opens-row>Show message</summary>
          <p className={classes.spamListWords}>{message.message}</p>
        </details>
      </div>
      <Group className={classes.acts!} gap="var(--space-2)">
        <Button variant="default" aria-label={`Not spam: ${subject}`} loading={isBusy} onClick={onNotSpam}>
          Not spam
        </Button>
        <Button
          variant="subtle"
          color="signal"
          aria-label={`Delete ${subject}`}
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={onDelete}
        >
          Delete
        </Button>
      </Group>
    </li>
  );
}
