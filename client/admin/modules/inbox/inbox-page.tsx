import { Tabs } from '@mantine/core';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { Notice } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-boundary.tsx';
import { QuietFailure } from '../../components/quiet-failure.tsx';
import { SpreadsheetLink } from '../../list/export-button.tsx';
import { useListAddress } from '../../list/use-list-params.ts';
import { InboxBar } from './inbox-tabs.tsx';
import { InboxPager } from './inbox-pager.tsx';
import { spamView } from './inbox-views.ts';
import { MessageDetails } from './message-modal.tsx';
import { MessageList } from './message-list.tsx';
import { MessageListSkeleton } from '../../list/message-list-skeleton.tsx';
import { SpamPage } from './spam-page.tsx';
import { useMessages } from './use-messages.ts';
import { useOpenMessage } from './use-open-message.ts';

/** The inbox: visitors' messages, newest first, or the spam. */
export function InboxPage() {
  return useListAddress(pageSizes.inbox).get('tab') === spamView ? <SpamPage /> : <Messages />;
}

function Messages() {
  const { query, list, view, search } = useMessages();
  const opened = useOpenMessage(query.data?.messages);
  return (
    <>
      <PageHeader
        title="Message Inbox"
        action={<SpreadsheetLink path="/api/admin/messages.csv" filter={{ is_read: view.is_read, search }} />}
      />
      <Tabs
        value={view.value}
        onChange={(value) => list.set('tab', value === 'all' ? undefined : (value ?? undefined))}
      >
        <InboxBar list={list} />
        <Tabs.Panel value={view.value}>
          {query.data && <QuietFailure query={query} title="Couldn’t refresh the messages." />}
          <QueryView
            query={query}
            subject="the messages"
            skeleton={<MessageListSkeleton />}
            isEmpty={({ messages }) => messages.length === 0}
            empty={<NoMessages isSearch={search !== undefined} />}
          >
            {({ messages, meta }) => (
              <>
                <MessageList messages={messages} onOpen={opened.open} />
                <InboxPager meta={meta} list={list} messages={messages} />
              </>
            )}
          </QueryView>
        </Tabs.Panel>
      </Tabs>
      <MessageDetails message={opened.message} isOpen={opened.isOpen} onClose={opened.close} />
    </>
  );
}

function NoMessages({ isSearch }: { isSearch: boolean }) {
  const hint = isSearch ? 'Try adjusting your search terms' : 'Your inbox is empty';
  return <Notice title="No messages found" text={hint} />;
}
