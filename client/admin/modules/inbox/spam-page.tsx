import { Tabs } from '@mantine/core';
import { Notice } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-boundary.tsx';
import { QuietFailure } from '../../components/quiet-failure.tsx';
import { useAsked } from '../../components/use-asked.ts';
import { InboxBar } from './inbox-tabs.tsx';
import { InboxPager } from './inbox-pager.tsx';
import { MessageDeleteDialog } from './message-delete-modal.tsx';
import { MessageListSkeleton } from '../../list/message-list-skeleton.tsx';
import { SpamList } from './spam-list.tsx';
import { type SpamMessage, useSpam } from './use-spam.ts';

/** The spam. It is in no tab and no count. */
export function SpamPage() {
  const { query, list, search } = useSpam();
  const deletion = useAsked<SpamMessage>();
  return (
    <>
      <PageHeader title="Message Inbox" />
      <Tabs value={null} onChange={(tab) => list.set('tab', tab === 'all' ? undefined : (tab ?? undefined))}>
        <InboxBar list={list} isSpam />
      </Tabs>
      {query.data && <QuietFailure query={query} title="Couldn’t refresh the spam." />}
      <QueryView
        query={query}
        subject="the spam"
        skeleton={<MessageListSkeleton />}
        isEmpty={({ messages }) => messages.length === 0}
        empty={
          <Notice title="No messages found" text={search ? 'Try adjusting your search terms' : 'No spam'} />
        }
      >
        {({ messages, meta }) => (
          <>
            <SpamList messages={messages} onDelete={deletion.ask} />
            <InboxPager meta={meta} list={list} messages={messages} />
          </>
        )}
      </QueryView>
      <MessageDeleteDialog
        message={deletion.item}
        isOpen={deletion.isOpen}
        onClose={deletion.close}
        onRemoved={deletion.close}
      />
    </>
  );
}
