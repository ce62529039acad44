import { Button, Group } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { Link, Route, Routes } from 'react-router-dom';
import { type Role, roles } from '../../../../src/shared/roles.ts';
import { useConfirm } from '../../components/confirm-modal.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NotFoundPage } from '../../components/error-pages.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary, RefetchError } from '../../components/query-boundary.tsx';
import { roleLabels } from '../../core/labels.ts';
import { paths, usersPath } from '../../core/paths.ts';
import { FilterBar, FilterSelect } from '../../list/filters.tsx';
import { UserTableSkeleton } from '../../list/list-skeleton.tsx';
import { Pagination } from '../../list/pagination.tsx';
import { SearchInput } from '../../list/search-input.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { type ListParams, useRecordNavigation } from '../../list/use-list-params.ts';
import { ResetLinkModal } from './reset-link-modal.tsx';
import { SsoCheckModal } from './sso-check-modal.tsx';
import { toGroupCounts, type User, userGroups, useUsers } from './use-users.ts';
import { UserDeleteModal } from './user-delete-modal.tsx';
import { UserCreate, UserEdit } from './user-pages.tsx';
import { UserTable } from './users-table.tsx';

/** The users, with counts, search, filter and pager. */
function UsersPage() {
  const { query, list, role, search } = useUsers();
  const { openNew, openEdit } = useRecordNavigation(usersPath);
  const deletion = useConfirm<User>();
  const link = useConfirm<User>();
  return (
    <>
      <PageHeader
        title="User Management"
        action={
          <Group gap="sm">
            <Button
              component={Link}
              to={paths.security}
              variant="default"
              leftSection={<IconShieldLock size={17} stroke={1.6} />}
            >
              Security log
            </Button>
            <SsoCheckModal />
            <Button leftSection={<IconPlus size={17} stroke={1.8} />} onClick={openNew}>
              Add User
            </Button>
          </Group>
        }
      />
      <StatCards
        totalLabel="Total users"
        stats={query.data && toGroupCounts(query.data.stats)}
        groups={userGroups}
        value={role}
        onChoose={(value) => list.set('role', value)}
      />
      <UsersFilters list={list} role={role} />
      {query.data && <RefetchError query={query} title="Couldn’t refresh the users." />}
      <QueryBoundary
        query={query}
        subject="the users"
        skeleton={<UserTableSkeleton />}
        isEmpty={({ users }) => users.length === 0}
        empty={<NoUsers isFiltered={role !== undefined || search !== undefined} />}
      >
        {({ users, meta }) => (
          <>
            <UserTable
              users={users}
              onEdit={(user) => openEdit(user.id)}
              onLink={link.ask}
              onDelete={deletion.ask}
            />
            <Pagination meta={meta} list={list} rows={users} />
          </>
        )}
      </QueryBoundary>
      <UserDeleteModal user={deletion.item} isOpen={deletion.isOpen} onClose={deletion.close} />
      <ResetLinkModal user={link.item} isOpen={link.isOpen} onClose={link.close} />
    </>
  );
}

function NoUsers({ isFiltered }: { isFiltered: boolean }) {
  const hint = isFiltered ? 'Try a different search or role.' : 'Add your first user to get started.';
  return <EmptyState title="No users found" text={hint} />;
}

export function UsersScreen() {
  return (
    <Routes>
      <Route index element={<UsersPage />} />
      <Route path="new" element={<UserCreate />} />
      <Route path=":id/edit" element={<UserEdit />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

interface UsersFiltersProps {
  list: ListParams;
  role: Role | undefined;
}

const options = roles.map((value) => ({ value, label: roleLabels[value] }));

/** The search by name and email, and the filter by role. */
function UsersFilters({ list, role }: UsersFiltersProps) {
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
