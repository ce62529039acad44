import { Tabs } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { pageSizes } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import { undoLast } from '../../components/notifications.tsx';
import { useShortcuts } from '../../core/use-shortcuts.ts';
import { BulkBar } from '../../list/bulk-bar.tsx';
import { ListRows } from '../../list/list-rows.tsx';
import { ExportButton } from '../../list/list-toolbar.tsx';
import { focusedRowId, PagedList } from '../../list/paged-list.tsx';
import { pageQueryOf, useListParams } from '../../list/use-list-params.ts';
import { BlockedSenders } from './blocked-senders.tsx';
import classes from './inbox.module.css';
import { InboxToolbar } from './inbox-toolbar.tsx';
import { findView, useInboxFilters } from './inbox-views.ts';
import { type Message, nouns, useInboxRefresh, useOpenMessage } from './message-actions.ts';
import { messageKeys } from './message-details.tsx';
import { DockedMessage, MessageModal, useHasRoomForMessage } from './message-modal.tsx';
import { MessageRow } from './message-row.tsx';
import { useBulkActions } from './use-bulk-actions.ts';
import { useMessageActs } from './use-message-acts.ts';

export function InboxPage() {
  const params = useListParams({ name: 'inbox', pageSize: pageSizes.inbox });
  const view = findView(params.filter('tab'));
  const { filters, filter } = useInboxFilters(params);
  const { search } = params;
  const query = trpc.inbox.list.useQuery(
    { ...pageQueryOf(params), ...filter, sort: 'listed_at:desc' },
    { placeholderData: keepPreviousData },
  );
  const rows = query.data?.messages ?? [];
  const current = useOpenMessage(query.data?.messages);
  const isDocked = useHasRoomForMessage();
  const act = useMessageActs();

  const step = (by: number, from = current.message): boolean => {
    const place = rows.findIndex(({ id }) => id === from?.id);
    const next = place === -1 ? undefined : rows[place + by];
    if (next) current.open(next);
    return next !== undefined;
  };
  // The next message opens, so that staff can work through the list; at its end, the previous one.
  const onDone = (message: Message) => {
    if (isDocked && (step(1, message) || step(-1, message))) return;
    current.close();
  };
  useShortcuts(
    current.isOpen
      ? []
      : [
          ...messageKeys.map(({ keys, label, name }) => ({
            keys,
            label,
            run: () => {
              const message = rows.find(({ id }) => id === focusedRowId());
              if (message) void act(name, message);
            },
          })),
          { keys: 'z', label: 'Undo', run: undoLast },
        ],
  );

  const isSplit = isDocked && current.isOpen;
  const listPane = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, filter or search begins at the top
  useEffect(() => {
    listPane.current?.scrollTo?.({ top: 0 });
  }, [params.key]);

  const isTab = view.folder === 'inbox';
  const list = (
    <ListRows
      rows={rows}
      layout="rows"
      renderCard={(message, { select }) => (
        <MessageRow
          key={message.id}
          message={message}
          select={select}
          isOpen={isSplit && current.message?.id === message.id}
          onOpen={() => current.open(message)}
        />
      )}
      empty={{
        title: 'No messages found',
        first: emptyTexts[view.folder],
        filtered: 'Try adjusting your search terms',
      }}
    />
  );
  return (
    <Tabs
      value={isTab ? view.value : null}
      onChange={(tab) => params.setFilter('tab', tab === 'all' ? undefined : (tab ?? undefined))}
    >
      <PagedList
        title="Message Inbox"
        action={
          view.folder === 'spam' ? (
            <BlockedSenders />
          ) : (
            <ExportButton path="/api/admin/messages.csv" filter={{ ...filter, search }} />
          )
        }
        subject="the messages"
        nouns={nouns}
        params={params}
        query={query}
        rows={rows}
        titleOf={({ subject }) => subject}
        filters={filters}
        isSelectable
        className={isSplit ? classes.desk : undefined}
        onStep={(by) => {
          if (!isSplit) return false;
          step(by);
          return true;
        }}
      >
        <InboxToolbar view={view} />
        <BulkBar actions={useBulkActions(view.folder)} refresh={useInboxRefresh()} />
        <div className={isSplit ? classes.split : undefined}>
          <div className={`${classes.list} ${isSplit ? classes.listPane : ''}`} ref={listPane}>
            {isTab ? <Tabs.Panel value={view.value}>{list}</Tabs.Panel> : list}
          </div>
          {isDocked && <DockedMessage opened={current} onDone={onDone} />}
        </div>
      </PagedList>
      {!isDocked && <MessageModal opened={current} onDone={onDone} />}
    </Tabs>
  );
}

const emptyTexts = {
  inbox: 'Your inbox is empty',
  spam: 'No spam',
  trash: 'The trash is empty',
};
