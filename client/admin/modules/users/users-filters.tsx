import { type Role, roles } from '../../../../src/shared/roles.ts';
import { roleNames } from '../../core/role-labels.ts';
import { FilterSelect } from '../../list/filter-select.tsx';
import { Filters } from '../../list/filters.tsx';
import { SearchField } from '../../list/search-input.tsx';
import type { ListAddress } from '../../list/use-list-params.ts';

interface UsersFiltersProps {
  list: ListAddress;
  role: Role | undefined;
}

const options = roles.map((value) => ({ value, label: roleNames[value] }));

/** The search by name and email, and the filter by role. */
export function UsersFilters({ list, role }: UsersFiltersProps) {
  return (
    <Filters>
      <SearchField list={list} placeholder="Search by name or email" />
      <FilterSelect
        label="Role"
        allLabel="All Roles"
        options={options}
        value={role}
        onChange={(value) => list.set('role', value)}
      />
    </Filters>
  );
}
