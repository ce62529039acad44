import { Group } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { activityTypes } from '../../../../src/shared/enumerations.ts';
import { logNames } from '../../../../src/shared/module-facts.ts';
import { securityEventTypes } from '../../../../src/shared/security-events.ts';
import { addDays } from '../../../../src/shared/zoned-time.ts';
import { trpc } from '../../../api/trpc.ts';
import { startOfDay } from '../../core/format-dates.ts';
import { parseId } from '../../core/paths.ts';
import { Step } from '../../list/pagination.tsx';
import { filterValueOf } from '../../list/paged-list.tsx';
import { type ListParams, pageQueryOf } from '../../list/use-list-params.ts';
import { rowsOfChanges, rowsOfEvents, type Shown } from './log-rows.tsx';

/** What the address says. */
export function useLog(shown: Shown, params: ListParams<'module' | 'created_at'>) {
  const since = filterValueOf({ name: 'since', label: '' }, params);
  const until = filterValueOf({ name: 'until', label: '' }, params);
  const shared = {
    search: params.search,
    user_id: parseId(params.filter('user_id')),
    since: since && startOfDay(since),
    until: until && startOfDay(addDays(until, 1)),
  };
  const module = logNames.find((name) => name === params.filter('module'));
  const filter = {
    type: activityTypes.find((name) => name === params.filter('type')),
    module,
    ...shared,
    item_id: module && parseId(params.filter('item_id')),
    verified: params.filter('verified') === 'false' ? false : undefined,
  };
  const isBoth = shown === 'both';
  const options = { placeholderData: keepPreviousData };
  const [beforeChange, beforeEvent] = (params.filter('before') ?? '').split('.').map(parseId);
  const changes = trpc.activities.list.useQuery(
    isBoth
      ? { ...shared, per_page: params.per_page, before: beforeChange }
      : { ...pageQueryOf(params), sort: params.sort, ...filter },
    { ...options, enabled: shown !== 'access' },
  );
  const type = securityEventTypes.find((name) => name === params.filter('type'));
  const events = trpc.security.list.useQuery(
    isBoth
      ? { ...shared, per_page: params.per_page, before: beforeEvent }
      : { ...pageQueryOf(params), ...shared, type },
    { ...options, enabled: shown !== 'changes' },
  );
  const activities = changes.data?.activities ?? [];
  const rowsOfAccess = rowsOfEvents(events.data?.events ?? []);
  if (shown === 'changes')
    return {
      filter,
      query: changes,
      rows: rowsOfChanges(activities),
      paged: { rows: activities, nouns: 'entries' },
    };
  if (shown === 'access') return { filter, query: events, rows: rowsOfAccess };

  const all = [...rowsOfChanges(activities), ...rowsOfAccess];
  const rows = all
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at))
    .slice(0, params.per_page);
  const [total, of] = [changes.data?.meta, events.data?.meta];
  const query = {
    data: total && of && { meta: { ...total, total: total.total + of.total } },
    error: changes.error ?? events.error,
    isFetching: changes.isFetching || events.isFetching,
    isPlaceholderData: changes.isPlaceholderData || events.isPlaceholderData,
    refetch: () => Promise.all([changes.refetch(), events.refetch()]),
  };
  const isWhole = [activities, rowsOfAccess].some(({ length }) => length === params.per_page);
  const lastChange = rows.findLast((row) => 'change' in row);
  const lastEvent = rows.findLast((row) => 'event' in row);
  const older = [
    lastChange ? (lastChange.together.at(-1) ?? lastChange).id : beforeChange,
    lastEvent ? lastEvent.event.id : beforeEvent,
  ];
  const hasOlder = isWhole || all.length > rows.length;
  const pager = <BothPager params={params} older={hasOlder ? older.join('.') : undefined} />;
  return { filter, query, rows, pager };
}

interface BothPagerProps {
  params: ListParams;
  /** The last entries of the page, of both logs. */
  older: string | undefined;
}

/** The two logs have no common numbers of pages. */
function BothPager({ params, older }: BothPagerProps) {
  const go = (before: string | undefined) => {
    params.setFilter('before', before);
    window.scrollTo({ top: 0 });
  };
  return (
    <Group component="nav" aria-label="Pages" gap={8} mt="var(--space-4)">
      <Step isOff={params.filter('before') === undefined} onPress={() => go(undefined)}>
        Newest
      </Step>
      <Step isOff={older === undefined} onPress={() => go(older)}>
        Older
      </Step>
    </Group>
  );
}
