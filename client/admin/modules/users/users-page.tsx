import { Button, Group } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { addresses } from '../../core/paths.ts';
import { SsoSelfTest } from './sso-check-modal.tsx';
import { Notice } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Pager } from '../../list/pagination.tsx';
import { QueryView } from '../../components/query-boundary.tsx';
import { QuietFailure } from '../../components/quiet-failure.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import { useAsked } from '../../components/use-asked.ts';
import { useFormAddress } from '../../list/use-form-address.ts';
import { useUsers } from './use-users.ts';
import { UserDeleteDialog } from './user-delete-modal.tsx';
import { toGroupCounts, userGroups } from './user-groups.ts';
import { UserLinkDialog } from './reset-link-modal.tsx';
import { UserTable } from './users-table.tsx';
import { UserTableSkeleton } from '../../list/user-table-skeleton.tsx';
import type { User } from './user-types.ts';
import { usersAddress } from '../../core/users-address.ts';
import { UsersFilters } from './users-filters.tsx';

/** The users, with counts, search, filter and pager. */
export function UsersPage() {
  const { query, list, role, search } = useUsers();
  const { openNew, openEdit } = useFormAddress(usersAddress);
  const deletion = useAsked<User>();
  const link = useAsked<User>();
  return (
    <>
      <PageHeader
        title="User Management"
        action={
          <Group gap="sm">
            <Button
              component={Link}
              to={addresses.security}
              variant="default"
              leftSection={<IconShieldLock size={17} stroke={1.6} />}
            >
              Security log
            </Button>
            <SsoSelfTest />
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
      {query.data && <QuietFailure query={query} title="Couldn’t refresh the users." />}
      <QueryView
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
            <Pager meta={meta} list={list} rows={users} />
          </>
        )}
      </QueryView>
      <UserDeleteDialog user={deletion.item} isOpen={deletion.isOpen} onClose={deletion.close} />
      <UserLinkDialog user={link.item} isOpen={link.isOpen} onClose={link.close} />
    </>
  );
}

function NoUsers({ isFiltered }: { isFiltered: boolean }) {
  const hint = isFiltered ? 'Try a different search or role.' : 'Add your first user to get started.';
  return <Notice title="No users found" text={hint} />;
}
