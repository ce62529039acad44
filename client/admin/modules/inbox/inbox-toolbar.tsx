import { Button, Group, Tabs } from '@mantine/core';
import { FoldSwitch, ListSearch, ListToolbar } from '../../list/list-toolbar.tsx';
import { useList } from '../../list/paged-list.tsx';
import classes from './inbox-toolbar.module.css';
import { type InboxView, inboxViews, tabs } from './inbox-views.ts';

export function InboxToolbar({ view }: { view: InboxView }) {
  const { params, fold } = useList();
  const go = (value: string) => params.setFilter('tab', value === 'all' ? undefined : value);
  return (
    <>
      <Group
        className={classes.head!}
        justify="space-between"
        gap="var(--space-3) var(--space-6)"
        mb="var(--space-4)"
      >
        <Group className={classes.places!} gap="var(--space-2) var(--space-4)">
          <Tabs.List className={classes.tabs!}>
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value} className={classes.tab!}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Group gap="var(--space-1)" className={classes.folders!}>
            {inboxViews
              .filter(({ folder }) => folder !== 'inbox')
              .map(({ value, label }) => (
                <Button
                  key={value}
                  variant={value === view.value ? 'light' : 'subtle'}
                  aria-pressed={value === view.value}
                  onClick={() => go(value === view.value ? 'all' : value)}
                >
                  {label}
                </Button>
              ))}
            <FoldSwitch className={classes.filterSwitch} />
          </Group>
        </Group>
        <div className={classes.search}>
          <ListSearch placeholder="Search messages..." />
        </div>
      </Group>
      <div className={classes.filters} data-open={fold.isOpen || undefined}>
        <ListToolbar />
      </div>
    </>
  );
}
