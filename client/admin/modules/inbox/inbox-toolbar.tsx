import IconAdjustmentsHorizontal from 'icon:adjustments-horizontal';
import { Button, Group, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ListSearch, ListToolbar } from '../../list/list-toolbar.tsx';
import { useList } from '../../list/paged-list.tsx';
import classes from './inbox-toolbar.module.css';
import { type InboxView, inboxViews, tabs } from './inbox-views.ts';

export function InboxToolbar({ view }: { view: InboxView }) {
  const { params, filters } = useList();
  const [isOpen, { toggle }] = useDisclosure(false);
  const count = filters.filter(({ name }) => params.filter(name) !== undefined).length;
  const go = (value: string) => params.setFilter('tab', value === 'all' ? undefined : value);
  return (
    <>
      <Group justify="space-between" gap="var(--space-3) var(--space-6)" mb="var(--space-4)">
        <Group gap="var(--space-2) var(--space-4)">
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
            <Button
              className={classes.filterSwitch!}
              variant="default"
              aria-expanded={isOpen}
              leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.6} />}
              onClick={toggle}
            >
              Filters{count > 0 && ` (${count})`}
            </Button>
          </Group>
        </Group>
        <div className={classes.search}>
          <ListSearch placeholder="Search messages..." />
        </div>
      </Group>
      <div className={classes.filters} data-open={isOpen || undefined}>
        <ListToolbar />
      </div>
    </>
  );
}
