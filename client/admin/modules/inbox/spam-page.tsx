import { Tabs } from '@mantine/core';
import { useConfirm } from '../../components/confirm-modal.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary, RefetchError } from '../../components/query-boundary.tsx';
import { MessageListSkeleton } from '../../list/list-skeleton.tsx';
import { PaginationWithSummary } from './inbox-pager.tsx';
import { InboxTabs } from './inbox-tabs.tsx';
import { MessageDeleteModal } from './message-delete-modal.tsx';
import { SpamList, type SpamMessage, useSpam } from './spam-list.tsx';

/** The spam. It is in no tab and no count. */
export function SpamPage() {
  const { query, list, search } = useSpam();
  const deletion = useConfirm<SpamMessage>();
  return (
    <>
      <PageHeader title="Message Inbox" />
      <Tabs value={null} onChange={(tab) => list.set('tab', tab === 'all' ? undefined : (tab ?? undefined))}>
        <InboxTabs list={list} isSpam />
      </Tabs>
      {query.data && <RefetchError query={query} title="Couldn’t refresh the spam." />}
      <QueryBoundary
        query={query}
        subject="the spam"
        skeleton={<MessageListSkeleton />}
        isEmpty={({ messages }) => messages.length === 0}
        empty={
          <EmptyState
            title="No messages found"
            text={search ? 'Try adjusting your search terms' : 'No spam'}
          />
        }
      >
        {({ messages, meta }) => (
          <>
            <SpamList messages={messages} onDelete={deletion.ask} />
            <PaginationWithSummary meta={meta} list={list} messages={messages} />
          </>
        )}
      </QueryBoundary>
      <MessageDeleteModal
        message={deletion.item}
        isOpen={deletion.isOpen}
        onClose={deletion.close}
        onRemoved={deletion.close}
      />
    </>
  );
}
