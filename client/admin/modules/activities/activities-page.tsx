import { pageSizes } from '../../../../src/shared/catalog.ts';
import { FilterSelect } from '../../list/filter-select.tsx';
import { Filters } from '../../list/filters.tsx';
import { Notice } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../list/pagination.tsx';
import { QueryView } from '../../components/query-boundary.tsx';
import { QuietFailure } from '../../components/quiet-failure.tsx';
import { RowSkeletons } from '../../list/row-skeletons.tsx';
import { SearchField } from '../../list/search-input.tsx';
import { SpreadsheetLink } from '../../list/export-button.tsx';
import { ActivityTable } from './activities-table.tsx';
import { moduleOptions, typeOptions } from './activity-words.ts';
import { useActivities } from './activity-entries.ts';

/** The activity log: who changed what, newest first. */
export function ActivitiesPage() {
  const { query, list, type, module, search } = useActivities();
  const isFiltered = Boolean(type || module || search);
  return (
    <>
      <PageHeader
        title="Activity Log"
        action={<SpreadsheetLink path="/api/admin/activities.csv" filter={{ type, module, search }} />}
      />
      <Filters>
        <SearchField list={list} placeholder="Search by description or user" />
        <FilterSelect
          label="Type"
          allLabel="All types"
          options={typeOptions}
          value={type}
          onChange={(value) => list.set('type', value)}
        />
        <FilterSelect
          label="Module"
          allLabel="All modules"
          options={moduleOptions}
          value={module}
          onChange={(value) => list.set('module', value)}
        />
      </Filters>
      {query.data && <QuietFailure query={query} title="Couldn’t refresh the log." />}
      <QueryView
        query={query}
        subject="the activities"
        skeleton={<RowSkeletons rows={pageSizes.activities} />}
        isEmpty={({ activities }) => activities.length === 0}
        empty={<NoActivities isFiltered={isFiltered} />}
      >
        {({ activities, meta }) => (
          <>
            <ActivityTable activities={activities} />
            <Pager meta={meta} list={list} rows={activities} />
          </>
        )}
      </QueryView>
    </>
  );
}

function NoActivities({ isFiltered }: { isFiltered: boolean }) {
  const hint = isFiltered
    ? 'Try a different search or filter.'
    : 'Changes made in the panel will appear here.';
  return <Notice title="No activities found" text={hint} />;
}
