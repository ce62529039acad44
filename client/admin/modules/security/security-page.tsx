import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/enumerations.ts';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { isRefusal, securityEventTypes, securityLogDays } from '../../../../src/shared/security-events.ts';
import { trpc } from '../../../api/trpc.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import type { Column } from '../../list/data-table.tsx';
import { PagedList } from '../../list/paged-list.tsx';
import { pageQueryOf, useListParams } from '../../list/use-list-params.ts';
import classes from './security.module.css';
import { type SecurityEvent, toHeadline, toParticulars, typeOptions } from './security-events.ts';

const columns: Column<SecurityEvent>[] = [
  { id: 'event', header: 'Event', isRowHeader: true, isWide: true, cell: (event) => <Event event={event} /> },
  {
    ...{ id: 'who', header: 'Who' },
    cell: ({ user_name, email }) => (
      <>
        {user_name ?? <span className={classes.quiet}>Unknown</span>}
        {email && <p className={classes.particulars}>{email}</p>}
      </>
    ),
  },
  { id: 'address', header: 'IP address', cell: ({ address }) => address },
  {
    ...{ id: 'created_at', header: 'When' },
    cell: ({ created_at }) => <RelativeTime at={created_at} words={activityTime} />,
  },
];

/** The security log: sign-ins, refusals and changed permissions, newest first. */
export function SecurityPage() {
  const params = useListParams({ name: 'security', pageSize: pageSizes.security });
  const type = securityEventTypes.find((name) => name === params.filter('type'));
  const query = trpc.security.list.useQuery(
    { ...pageQueryOf(params), type },
    { placeholderData: keepPreviousData },
  );
  return (
    <PagedList
      title="Security log"
      lead={`Sign-ins, denied requests and account changes of the last ${securityLogDays} days.`}
      subject="the security log"
      nouns={{ one: 'event', many: 'events' }}
      params={params}
      query={query}
      rowsOf={({ events }) => events}
      titleOf={toHeadline}
      columns={columns}
      searchPlaceholder="Search by name, email or IP address"
      filters={[{ name: 'type', label: 'Event', allLabel: 'All events', options: typeOptions }]}
      empty={{
        ...{ title: 'No events found', first: 'Sign-ins will appear here.' },
        filtered: 'Try a different search or event.',
      }}
    />
  );
}

function Event({ event }: { event: SecurityEvent }) {
  const refusal = isRefusal(event.type);
  const Icon = refusal ? IconShieldX : IconShieldCheck;
  const particulars = toParticulars(event);
  return (
    <div className={classes.words}>
      <span className={classes.icon} data-refusal={refusal || undefined}>
        <Icon size={17} stroke={1.7} aria-hidden="true" />
      </span>
      <div className={classes.event}>
        {toHeadline(event)}
        {particulars && <p className={classes.particulars}>{particulars}</p>}
      </div>
    </div>
  );
}
