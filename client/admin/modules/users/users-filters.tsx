import { type Role, roles } from '../../../../src/shared/roles.ts';
import { roleLabels } from '../../core/role-labels.ts';
import { FilterSelect } from '../../list/filter-select.tsx';
import { FilterBar } from '../../list/filters.tsx';
import { SearchInput } from '../../list/search-input.tsx';
import type { ListParams } from '../../list/use-list-params.ts';

interface UsersFiltersProps {
  list: ListParams;
  role: Role | undefined;
}

const options = roles.map((value) => ({ value, label: roleLabels[value] }));

/** The search by name and email, and the filter by role. */
export function UsersFilters({ list, role }: UsersFiltersProps) {
  return (
    <FilterBar>
      <SearchInput list={list} placeholder="Search by name or email" />
      <FilterSelect
        label="Role"
        allLabel="All Roles"
        options={options}
        value={role}
        onChange={(value) => list.set('role', value)}
      />
    </FilterBar>
  );
}
