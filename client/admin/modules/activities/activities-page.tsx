import { pageSizes } from '../../../../src/shared/catalog.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary, RefetchError } from '../../components/query-boundary.tsx';
import { ExportButton } from '../../list/export-button.tsx';
import { FilterBar, FilterSelect } from '../../list/filters.tsx';
import { RowSkeletons } from '../../list/list-skeleton.tsx';
import { Pagination } from '../../list/pagination.tsx';
import { SearchInput } from '../../list/search-input.tsx';
import { ActivityTable } from './activities-table.tsx';
import { moduleOptions, typeOptions, useActivities } from './activity-entries.ts';

/** The activity log: who changed what, newest first. */
export function ActivitiesPage() {
  const { query, list, type, module, search } = useActivities();
  const isFiltered = Boolean(type || module || search);
  return (
    <>
      <PageHeader
        title="Activity Log"
        action={<ExportButton path="/api/admin/activities.csv" filter={{ type, module, search }} />}
      />
      <FilterBar>
        <SearchInput list={list} placeholder="Search by description or user" />
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
      </FilterBar>
      {query.data && <RefetchError query={query} title="Couldn’t refresh the log." />}
      <QueryBoundary
        query={query}
        subject="the activities"
        skeleton={<RowSkeletons rows={pageSizes.activities} />}
        isEmpty={({ activities }) => activities.length === 0}
        empty={<NoActivities isFiltered={isFiltered} />}
      >
        {({ activities, meta }) => (
          <>
            <ActivityTable activities={activities} />
            <Pagination meta={meta} list={list} rows={activities} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

function NoActivities({ isFiltered }: { isFiltered: boolean }) {
  const hint = isFiltered
    ? 'Try a different search or filter.'
    : 'Changes made in the panel will appear here.';
  return <EmptyState title="No activities found" text={hint} />;
}
