import { pageSizes } from '../../../../src/shared/catalog.ts';
import { securityLogDays } from '../../../../src/shared/security-events.ts';
import { FilterSelect } from '../../list/filter-select.tsx';
import { Filters } from '../../list/filters.tsx';
import { Notice } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../list/pagination.tsx';
import { QueryView } from '../../components/query-boundary.tsx';
import { QuietFailure } from '../../components/quiet-failure.tsx';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { SearchField } from '../../list/search-input.tsx';
import { SecurityTable } from './security-table.tsx';
import { typeOptions } from './security-events.ts';
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
      <Filters>
        <SearchField list={list} placeholder="Search by name, email or IP address" />
        <FilterSelect
          label="Event"
          allLabel="All events"
          options={typeOptions}
          value={type}
          onChange={(value) => list.set('type', value)}
        />
      </Filters>
      {query.data && <QuietFailure query={query} title="Couldn’t refresh the log." />}
      <QueryView
        query={query}
        subject="the security log"
        skeleton={<RowSkeletons rows={pageSizes.security} />}
        isEmpty={({ events }) => events.length === 0}
        empty={<NoEvents isFiltered={Boolean(type || search)} />}
      >
        {({ events, meta }) => (
          <>
            <SecurityTable events={events} />
            <Pager meta={meta} list={list} rows={events} />
          </>
        )}
      </QueryView>
    </>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  const hint = isFiltered ? 'Try a different search or event.' : 'Sign-ins will appear here.';
  return <Notice title="No events found" text={hint} />;
}
