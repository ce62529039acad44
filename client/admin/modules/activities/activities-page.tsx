import { Button } from '@mantine/core';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { type ActivityType, activityTypes, pageSizes } from '../../../../src/shared/enumerations.ts';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { findModuleByLogName, labelOfLog, logNames } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser } from '../../core/admin-context.ts';
import { parseId } from '../../core/paths.ts';
import type { RowDetail } from '../../list/data-table.tsx';
import { ListRows } from '../../list/list-rows.tsx';
import { ExportButton, ListToolbar } from '../../list/list-toolbar.tsx';
import { type ListFilter, PagedList } from '../../list/paged-list.tsx';
import { useListParams } from '../../list/use-list-params.ts';
import { CallChanges, EntryChanges, hasChanges } from './entry-changes.tsx';
import { columnsOf, type LogRow, sentenceOf, type Shown } from './log-rows.tsx';
import { eventOptions } from './security-events.tsx';
import { useEntryActions } from './use-entry-actions.tsx';
import { useLog } from './use-log.tsx';

const sorts = ['module', 'created_at'] as const;
const logs: Record<Shown, string> = { changes: 'Changes', access: 'Sign-ins and access', both: 'Both' };

const texts = {
  changes: {
    searchPlaceholder: 'Search by description or user',
    empty: {
      title: 'No activities found',
      first: 'Changes made in the panel will appear here.',
      filtered: 'Try a different search or filter.',
    },
  },
  access: {
    searchPlaceholder: 'Search by name, email or IP address',
    empty: {
      title: 'No events found',
      first: 'Sign-ins will appear here.',
      filtered: 'Try a different search or event.',
    },
  },
};

/** Admins see sign-ins and access here too, which come from a call of their own. */
export function ActivitiesPage() {
  const shown = useShownLog();
  const isAccess = shown === 'access';
  const pageSize = isAccess ? pageSizes.security : pageSizes.activities;
  const params = useListParams({ name: 'activities', pageSize, sorts });
  const { filter, query, rows, paged, pager } = useLog(shown, params);
  const { people, isAccount } = usePeople(params.filter('user_id'), rows);
  const actions = useEntryActions();
  const columns = columnsOf(shown, isAccount);
  const detail: RowDetail<LogRow> = {
    text: 'Changes',
    label: (row) => `Changes of: ${sentenceOf(row)}`,
    render: (row) => {
      if ('event' in row) return undefined;
      if (row.together.length > 0) return <CallChanges rows={row.together} actions={actions} />;
      return hasChanges(row.change) ? <EntryChanges entry={row.change} /> : undefined;
    },
  };
  const filters: ListFilter[] = [
    ...(shown === 'changes' ? changeFilters : []),
    ...(isAccess ? [eventFilter] : []),
    { name: 'user_id', label: 'Person', allLabel: 'Everybody', options: people },
    { name: 'since', label: 'From' },
    { name: 'until', label: 'Until' },
    ...itemFilter(filter),
  ];
  const { searchPlaceholder, empty } = texts[isAccess ? 'access' : 'changes'];
  return (
    <PagedList
      title="Activity Log"
      action={shown === 'changes' && <ExportButton path="/api/admin/activities.csv" filter={filter} />}
      subject={isAccess ? 'the security log' : 'the activities'}
      nouns={isAccess ? { one: 'event', many: 'events' } : { one: 'entry', many: 'entries' }}
      params={params}
      query={query}
      rows={rows}
      titleOf={sentenceOf}
      filters={filters}
    >
      <ListToolbar searchPlaceholder={searchPlaceholder} columns={columns}>
        <LogSwitch shown={shown} />
      </ListToolbar>
      <ListRows
        rows={rows}
        columns={columns}
        {...(!isAccess && { actions, detail })}
        {...(paged && { paged })}
        pager={pager}
        empty={empty}
      />
    </PagedList>
  );
}

function useMayReadEvents(): boolean {
  return hasGrant(useCurrentUser().role, 'security:read');
}

function useShownLog(): Shown {
  const [params] = useSearchParams();
  const log = params.get('log');
  const isPermitted = useMayReadEvents();
  return isPermitted && (log === 'access' || log === 'both') ? log : 'changes';
}

/** Keeps the filters that both logs have. */
function LogSwitch({ shown }: { shown: Shown }) {
  const { pathname, search } = useLocation();
  if (!useMayReadEvents()) return null;
  const shared = [...new URLSearchParams(search)].filter(([name]) =>
    ['search', 'user_id', 'since', 'until'].includes(name),
  );
  return (
    <Button.Group aria-label="Log">
      {(Object.keys(logs) as Shown[]).map((log) => (
        <Button
          key={log}
          component={Link}
          variant={log === shown ? 'light' : 'default'}
          aria-current={log === shown ? 'page' : undefined}
          to={`${pathname}?${new URLSearchParams([...(log === 'changes' ? [] : [['log', log]]), ...shared])}`}
        >
          {logs[log]}
        </Button>
      ))}
    </Button.Group>
  );
}

/** For admins everybody with an account, for others those on the page. The chosen person is there in any case. */
function usePeople(chosen: string | undefined, rows: readonly LogRow[]) {
  const isAdmin = useMayReadEvents();
  const query = trpc.users.list.useQuery({ sort: 'name:asc' }, { enabled: isAdmin });
  const users = query.data?.users ?? [];
  const accounts = new Set(users.map(({ id }) => id));
  const onPage = rows.flatMap((row) => ('change' in row ? [row.change] : []));
  const names = new Map(
    isAdmin
      ? users.map(({ id, name, email }) => {
          const hasNamesake = users.some((other) => other.name === name && other.id !== id);
          return [String(id), hasNamesake ? `${name} (${email})` : name];
        })
      : onPage.flatMap(({ user_id, user_name }) => (user_id === null ? [] : [[String(user_id), user_name]])),
  );
  if (parseId(chosen) !== undefined && !names.has(chosen!)) names.set(chosen!, `User ${chosen}`);
  return {
    people: [...names].map(([value, label]) => ({ value, label })),
    isAccount: (id: number) => accounts.has(id),
  };
}

const typeNames: Record<ActivityType, string> = { create: 'Create', update: 'Update', delete: 'Delete' };

const eventFilter: ListFilter = {
  name: 'type',
  label: 'Event',
  allLabel: 'All events',
  options: eventOptions,
};
const changeFilters: ListFilter[] = [
  {
    name: 'type',
    label: 'Type',
    allLabel: 'All types',
    options: activityTypes.map((value) => ({ value, label: typeNames[value] })),
  },
  {
    name: 'module',
    label: 'Module',
    allLabel: 'All modules',
    options: logNames.map((value) => ({ value, label: labelOfLog(value) })),
  },
  {
    name: 'verified',
    label: 'Source',
    allLabel: 'All sources',
    options: [{ value: 'false', label: 'Unverified only' }],
  },
];

/** Chosen by a link from an entry. */
function itemFilter({ module, item_id }: ReturnType<typeof useLog>['filter']): ListFilter[] {
  const noun = findModuleByLogName(module)?.noun;
  if (!noun || item_id === undefined) return [];
  const label = `This ${noun}`;
  return [
    { name: 'item_id', label: 'Item', allLabel: 'All items', options: [{ value: String(item_id), label }] },
  ];
}
