import { Button, Group } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RefetchError } from '../../components/quiet-failure.tsx';
import { useConfirm } from '../../components/use-asked.ts';
import { paths } from '../../core/paths.ts';
import { usersPath } from '../../core/users-address.ts';
import { Pagination } from '../../list/pagination.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { useRecordNavigation } from '../../list/use-form-address.ts';
import { UserTableSkeleton } from '../../list/user-table-skeleton.tsx';
import { ResetLinkModal } from './reset-link-modal.tsx';
import { SsoCheckModal } from './sso-check-modal.tsx';
import { useUsers } from './use-users.ts';
import { UserDeleteModal } from './user-delete-modal.tsx';
import { toGroupCounts, userGroups } from './user-groups.ts';
import type { User } from './user-types.ts';
import { UsersFilters } from './users-filters.tsx';
import { UserTable } from './users-table.tsx';

/** The users, with counts, search, filter and pager. */
export function UsersPage() {
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
