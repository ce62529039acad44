import { Tabs } from '@mantine/core';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary, RefetchError } from '../../components/query-boundary.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { MessageListSkeleton } from '../../list/list-skeleton.tsx';
import { useListParams } from '../../list/use-list-params.ts';
import { PaginationWithSummary } from './inbox-pager.tsx';
import { InboxTabs, spamView } from './inbox-tabs.tsx';
import { MessageList } from './message-list.tsx';
import { MessageModal } from './message-modal.tsx';
import { SpamPage } from './spam-page.tsx';
import { useMessages, useOpenMessage } from './use-messages.ts';

/** The inbox: visitors' messages, newest first, or the spam. */
export function InboxPage() {
  return useListParams(pageSizes.inbox).get('tab') === spamView ? <SpamPage /> : <Messages />;
}

function Messages() {
  const { query, list, view, search } = useMessages();
  const opened = useOpenMessage(query.data?.messages);
  return (
    <>
      <PageHeader
        title="Message Inbox"
        action={<ExportButton path="/api/admin/messages.csv" filter={{ is_read: view.is_read, search }} />}
      />
      <Tabs
        value={view.value}
        onChange={(value) => list.set('tab', value === 'all' ? undefined : (value ?? undefined))}
      >
        <InboxTabs list={list} />
        <Tabs.Panel value={view.value}>
          {query.data && <RefetchError query={query} title="Couldn’t refresh the messages." />}
          <QueryBoundary
            query={query}
            subject="the messages"
            skeleton={<MessageListSkeleton />}
            isEmpty={({ messages }) => messages.length === 0}
            empty={<NoMessages isSearch={search !== undefined} />}
          >
            {({ messages, meta }) => (
              <>
                <MessageList messages={messages} onOpen={opened.open} />
                <PaginationWithSummary meta={meta} list={list} messages={messages} />
              </>
            )}
          </QueryBoundary>
        </Tabs.Panel>
      </Tabs>
      <MessageModal message={opened.message} isOpen={opened.isOpen} onClose={opened.close} />
    </>
  );
}

function NoMessages({ isSearch }: { isSearch: boolean }) {
  const hint = isSearch ? 'Try adjusting your search terms' : 'Your inbox is empty';
  return <EmptyState title="No messages found" text={hint} />;
}
