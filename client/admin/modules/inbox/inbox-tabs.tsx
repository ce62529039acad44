import { Button, Tabs } from '@mantine/core';
import { SearchInput } from '../../list/search-input.tsx';
import type { ListParams } from '../../list/use-list-params.ts';
import classes from './inbox.module.css';
import { inboxViews, spamView } from './inbox-views.ts';

/** The tabs, the link to the spam, and the search. */
export function InboxTabs({ list, isSpam = false }: { list: ListParams; isSpam?: boolean }) {
  return (
    <div className={classes.bar}>
      <div className={classes.views}>
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
          onClick={() => list.set('tab', isSpam ? undefined : spamView)}
        >
          Spam
        </Button>
      </div>
      <div className={classes.search}>
        <SearchInput list={list} placeholder="Search messages..." />
      </div>
    </div>
  );
}
