import { pageSizes } from '../../../src/shared/catalog.ts';
import { securityLogDays } from '../../../src/shared/security-events.ts';
import { FilterSelect } from '../ui/filter-select.tsx';
import { Filters } from '../ui/filters.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { QuietFailure } from '../ui/quiet-failure.tsx';
import { RowSkeletons } from '../ui/row-skeletons.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SecurityTable } from './security-table.tsx';
import { typeOptions } from './security-words.ts';
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
