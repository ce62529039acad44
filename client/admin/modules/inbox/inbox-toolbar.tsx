import { Button, Group, Tabs } from '@mantine/core';
import { Link } from 'react-router-dom';
import { maxCountedTotal } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../core/paths.ts';
import { FoldSwitch, ListSearch, ListToolbar } from '../../list/list-toolbar.tsx';
import { useList } from '../../list/paged-list.tsx';
import classes from './inbox-toolbar.module.css';
import { findView, type InboxView, inboxViews, tabs, workViews } from './inbox-views.ts';
import { figures } from '../../core/figures.ts';

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
      <ViewLinks />
      <div className={classes.filters} data-open={fold.isOpen || undefined}>
        <ListToolbar />
      </div>
    </>
  );
}

function formatCount(count: number | undefined): string {
  if (count === undefined) return '–';
  return count > maxCountedTotal ? `${figures.format(maxCountedTotal)}+` : figures.format(count);
}

/** Each has the count of what its filters show. */
function ViewLinks() {
  const { params, fold } = useList();
  const counts = trpc.inbox.counts.useQuery().data;
  const isInbox = findView(params.filter('tab')).value === 'all';
  return (
    <nav className={classes.views} aria-label="Views" data-open={fold.isOpen || undefined}>
      {workViews.map(({ name, label, state, assigned }) => {
        const isShown = isInbox && params.filter('state') === state && params.filter('assigned') === assigned;
        const query = new URLSearchParams({ state, ...(assigned && { assigned }) });
        return (
          <Link
            key={name}
            to={`${paths.inbox}?${query}`}
            className={classes.view!}
            aria-current={isShown ? 'page' : undefined}
          >
            {label} <span className={classes.count}>{formatCount(counts?.[name])}</span>
          </Link>
        );
      })}
    </nav>
  );
}
