import IconArrowBackUp from 'icon:arrow-back-up';
import IconCheck from 'icon:check';
import IconMailOpened from 'icon:mail-opened';
import IconPaperclip from 'icon:paperclip';
import IconTrash from 'icon:trash';
import { Badge, Tabs, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageSizes } from '../../../../src/shared/enumerations.ts';
import { inboxTime } from '../../../../src/shared/relative-time.ts';
import { trpc } from '../../../api/trpc.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { ExportButton } from '../../list/list-toolbar.tsx';
import { PagedList } from '../../list/paged-list.tsx';
import { pageQueryOf, useListParams } from '../../list/use-list-params.ts';
import classes from './inbox.module.css';
import { findView, InboxTabs, spamView } from './inbox-toolbar.tsx';
import {
  deleteMessages,
  type Message,
  nouns,
  stateLabels,
  useInboxRefresh,
  useOpenMessage,
} from './message-actions.ts';
import { MessageModal } from './message-modal.tsx';
import { SpamPage } from './spam-page.tsx';

/** The inbox: visitors' messages, newest first, or the spam. */
export function InboxPage() {
  const params = useListParams({ name: 'inbox', pageSize: pageSizes.inbox });
  return params.filter('tab') === spamView ? <SpamPage /> : <Messages />;
}

function Messages() {
  const params = useListParams({ name: 'inbox', pageSize: pageSizes.inbox });
  const { value, is_read } = findView(params.filter('tab'));
  const { search } = params;
  const query = trpc.inbox.list.useQuery(
    { ...pageQueryOf(params), is_read },
    { placeholderData: keepPreviousData },
  );
  const opened = useOpenMessage(query.data?.messages);
  const markManyRead = trpc.inbox.markManyRead.useMutation();
  const removeMany = trpc.inbox.removeMany.useMutation();
  return (
    <Tabs
      value={value}
      onChange={(tab) => params.setFilter('tab', tab === 'all' ? undefined : (tab ?? undefined))}
    >
      <PagedList
        title="Message Inbox"
        action={<ExportButton path="/api/admin/messages.csv" filter={{ is_read, search }} />}
        subject="the messages"
        nouns={nouns}
        params={params}
        query={query}
        rowsOf={({ messages }) => messages}
        titleOf={({ subject }) => subject}
        toolbar={<InboxTabs params={params} />}
        body={(list) => <Tabs.Panel value={value}>{list}</Tabs.Panel>}
        layout="rows"
        renderCard={(message, { select }) => (
          <MessageRow
            key={message.id}
            message={message}
            select={select}
            onOpen={() => opened.open(message)}
          />
        )}
        bulkActions={[
          {
            label: 'Mark as read',
            icon: IconMailOpened,
            done: 'marked as read',
            run: markManyRead.mutateAsync,
          },
          { ...deleteMessages, icon: IconTrash, run: removeMany.mutateAsync },
        ]}
        refresh={useInboxRefresh()}
        empty={{
          title: 'No messages found',
          first: 'Your inbox is empty',
          filtered: 'Try adjusting your search terms',
        }}
      />
      <MessageModal message={opened.message} isOpen={opened.isOpen} onClose={opened.close} />
    </Tabs>
  );
}

const previewLength = 240;

interface MessageRowProps {
  message: Message;
  /** The checkbox of the row. */
  select: ReactNode;
  onOpen: () => void;
}

/** A message in the list. All of the row but the checkbox opens the message. */
function MessageRow({ message, select, onOpen }: MessageRowProps) {
  const { id, subject, name, email, is_read, created_at, attachment, state, assignee } = message;
  return (
    <li className={classes.messageListItem} data-row={id} tabIndex={-1}>
      {select}
      <UnstyledButton
        className={classes.row}
        data-opens-row
        data-unread={!is_read || undefined}
        onClick={onOpen}
      >
        <span className={classes.dot}>
          <VisuallyHidden>{is_read ? 'Read' : 'Unread'}: </VisuallyHidden>
        </span>
        <span className={classes.sender}>
          <span className={classes.name}>{name}</span>
          <span className={classes.email}>{email}</span>
        </span>
        <span className={classes.messageListWords}>
          <span className={classes.messageListSubject}>
            <span className={classes.subjectWords}>{subject}</span>
            {!is_read && (
              <Badge component="span" tt="none" color="signal" variant="light">
                New
              </Badge>
            )}
          </span>
          <span className={classes.preview}>{message.message.slice(0, previewLength)}</span>
        </span>
        <span className={classes.when}>
          {assignee && (
            <span className={classes.assignee}>
              <VisuallyHidden>Assigned to </VisuallyHidden>
              {assignee.name}
            </span>
          )}
          {state === 'answered' && (
            <IconArrowBackUp size={15} stroke={1.6} role="img" aria-label={stateLabels.answered} />
          )}
          {state === 'closed' && (
            <IconCheck size={15} stroke={1.6} role="img" aria-label={stateLabels.closed} />
          )}
          {attachment && <IconPaperclip size={15} stroke={1.6} role="img" aria-label="Has attachment" />}
          <RelativeTime at={created_at} words={inboxTime} />
        </span>
      </UnstyledButton>
    </li>
  );
}
