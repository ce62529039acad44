import { pageSizes } from '../../../../src/shared/catalog.ts';
import { securityLogDays } from '../../../../src/shared/security-events.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RefetchError } from '../../components/quiet-failure.tsx';
import { FilterSelect } from '../../list/filter-select.tsx';
import { FilterBar } from '../../list/filters.tsx';
import { Pagination } from '../../list/pagination.tsx';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { SearchInput } from '../../list/search-input.tsx';
import { typeOptions } from './security-events.ts';
import { SecurityTable } from './security-table.tsx';
import { useSecurityEvents } from './use-security-events.ts';

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
