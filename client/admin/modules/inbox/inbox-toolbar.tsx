import { Button, Group, Tabs } from '@mantine/core';
import { SearchInput } from '../../list/list-toolbar.tsx';
import type { ListParams } from '../../list/use-list-params.ts';
import classes from './inbox.module.css';

/** The tabs, the link to the spam, and the search. */
export function InboxTabs({ params, isSpam = false }: { params: ListParams; isSpam?: boolean }) {
  return (
    <Group justify="space-between" gap="var(--space-3) var(--space-6)" mb="var(--space-4)">
      <Group gap="var(--space-2) var(--space-4)">
        <Tabs.List className={classes.tabs!}>
          {inboxViews.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} className={classes.tab!}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Button
          variant={isSpam ? 'light' : 'subtle'}
          aria-pressed={isSpam}
          onClick={() => params.setFilter('tab', isSpam ? undefined : spamView)}
        >
          Spam
        </Button>
      </Group>
      <div className={classes.search}>
        <SearchInput params={params} placeholder="Search messages..." />
      </div>
    </Group>
  );
}

/** A tab of the inbox. */
interface InboxView {
  value: string;
  label: string;
  /** Filters by read or unread messages. Absent for all. */
  is_read?: boolean;
}

const all: InboxView = { value: 'all', label: 'All' };

/** The tabs, in order of display. */
const inboxViews: readonly InboxView[] = [
  all,
  { value: 'unread', label: 'Unread', is_read: false },
  { value: 'read', label: 'Read', is_read: true },
];

/** The value in the address for spam. No tab includes spam. */
export const spamView = 'spam';

/** Returns the view that an address names, else all messages. */
export function findView(value: string | undefined): InboxView {
  return inboxViews.find((view) => view.value === value) ?? all;
}
