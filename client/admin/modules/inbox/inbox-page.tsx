import { Tabs } from '@mantine/core';
import { IconMailOpened, IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { trpc } from '../../../api/trpc.ts';
import { ExportButton } from '../../list/export-button.tsx';
import { PagedList } from '../../list/paged-list.tsx';
import { pageQueryOf, useListParams } from '../../list/use-list-params.ts';
import { findView, InboxTabs, spamView } from './inbox-tabs.tsx';
import { MessageModal } from './message-modal.tsx';
import { MessageRow } from './message-row.tsx';
import { SpamPage } from './spam-page.tsx';
import { deleteMessages, nouns, useInboxRefresh, useOpenMessage } from './use-messages.ts';

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
        renderCard={(message, select) => (
          <MessageRow
            key={message.id}
            message={message}
            select={select}
            onOpen={() => opened.open(message)}
          />
        )}
        bulkActions={[
          {
            ...{ label: 'Mark as read', icon: IconMailOpened, done: 'marked as read' },
            run: markManyRead.mutateAsync,
          },
          { ...deleteMessages, icon: IconTrash, run: removeMany.mutateAsync },
        ]}
        refresh={useInboxRefresh()}
        empty={{
          ...{ title: 'No messages found', first: 'Your inbox is empty' },
          filtered: 'Try adjusting your search terms',
        }}
      />
      <MessageModal message={opened.message} isOpen={opened.isOpen} onClose={opened.close} />
    </Tabs>
  );
}
