import { Button, Group } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { SsoSelfTest } from '../sso/self-test.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { QuietFailure } from '../ui/quiet-failure.tsx';
import { StatCards } from '../ui/stat-cards.tsx';
import { useAsked } from '../ui/use-asked.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useUsers } from './use-users.ts';
import { UserDeleteDialog } from './user-delete-dialog.tsx';
import { toGroupCounts, userGroups } from './user-groups.ts';
import { UserLinkDialog } from './user-link-dialog.tsx';
import { UserTable } from './user-table.tsx';
import { UserTableSkeleton } from './user-table-skeleton.tsx';
import type { User } from './user-types.ts';
import { usersAddress } from './users-address.ts';
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
