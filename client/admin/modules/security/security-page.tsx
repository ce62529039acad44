import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { isRefusal, securityLogDays } from '../../../../src/shared/security-events.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary, RefetchError } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { FilterBar, FilterSelect } from '../../list/filters.tsx';
import { RowSkeletons } from '../../list/list-skeleton.tsx';
import { Pagination } from '../../list/pagination.tsx';
import { SearchInput } from '../../list/search-input.tsx';
import classes from './security.module.css';
import {
  type SecurityEvent,
  toHeadline,
  toParticulars,
  typeOptions,
  useSecurityEvents,
} from './security-events.ts';

/** The security log: sign-ins, refusals and changed permissions, newest first. */
export function SecurityPage() {
  const { query, list, type, search } = useSecurityEvents();
  return (
    <>
      <PageHeader
        title="Security log"
        lead={`Sign-ins, denied requests and account changes of the last ${securityLogDays} days.`}
      />
      <FilterBar>
        <SearchInput list={list} placeholder="Search by name, email or IP address" />
        <FilterSelect
          label="Event"
          allLabel="All events"
          options={typeOptions}
          value={type}
          onChange={(value) => list.set('type', value)}
        />
      </FilterBar>
      {query.data && <RefetchError query={query} title="Couldn’t refresh the log." />}
      <QueryBoundary
        query={query}
        subject="the security log"
        skeleton={<RowSkeletons rows={pageSizes.security} />}
        isEmpty={({ events }) => events.length === 0}
        empty={<NoEvents isFiltered={Boolean(type || search)} />}
      >
        {({ events, meta }) => (
          <>
            <SecurityTable events={events} />
            <Pagination meta={meta} list={list} rows={events} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  const hint = isFiltered ? 'Try a different search or event.' : 'Sign-ins will appear here.';
  return <EmptyState title="No events found" text={hint} />;
}

/** The entries of the security log. On phones each entry is a block. */
function SecurityTable({ events }: { events: SecurityEvent[] }) {
  return (
    <table className={classes.table}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Who</th>
          <th scope="col">IP address</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <SecurityRow key={event.id} event={event} />
        ))}
      </tbody>
    </table>
  );
}

function SecurityRow({ event }: { event: SecurityEvent }) {
  const { type, user_name, email, address, created_at } = event;
  const refusal = isRefusal(type);
  const Icon = refusal ? IconShieldX : IconShieldCheck;
  const particulars = toParticulars(event);
  return (
    <tr className={classes.row}>
      <td className={classes.what}>
        <div className={classes.words}>
          <span className={classes.icon} data-refusal={refusal || undefined}>
            <Icon size={17} stroke={1.7} aria-hidden="true" />
          </span>
          <div className={classes.event}>
            {toHeadline(event)}
            {particulars && <p className={classes.particulars}>{particulars}</p>}
          </div>
        </div>
      </td>
      <td className={classes.who}>
        {user_name ?? <span className={classes.quiet}>Unknown</span>}
        {email && <p className={classes.particulars}>{email}</p>}
      </td>
      <td className={classes.from}>{address}</td>
      <td className={classes.when}>
        <RelativeTime at={created_at} words={activityTime} />
      </td>
    </tr>
  );
}
