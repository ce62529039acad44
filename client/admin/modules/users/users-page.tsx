import { Button, Group, Stack } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import IconKey from 'icon:key';
import IconPencil from 'icon:pencil';
import IconPlus from 'icon:plus';
import IconShieldLock from 'icon:shield-lock';
import IconTrash from 'icon:trash';
import IconUserCheck from 'icon:user-check';
import IconUserOff from 'icon:user-off';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pageSizes } from '../../../../src/shared/enumerations.ts';
import { type Role, roles } from '../../../../src/shared/roles.ts';
import { securityLogPath } from '../../../../src/shared/security-events.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { TokenList } from '../../auth/api-tokens.tsx';
import { useAsk } from '../../components/ask.tsx';
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { roleLabels } from '../../core/labels.ts';
import { usersPath } from '../../core/paths.ts';
import { ListRows } from '../../list/list-rows.tsx';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import { PagedList } from '../../list/paged-list.tsx';
import { StatCards } from '../../list/stat-cards.tsx';
import type { RowAction } from '../../list/row-actions.tsx';
import { pageQueryOf, useListParams, useRecordNavigation } from '../../list/use-list-params.ts';
import { useAccounts, useAskAccountState } from './account-state.tsx';
import { ResetLinkModal } from './password-links.tsx';
import { SsoCheckModal } from './sso-links.tsx';
import { columns, type UserWithAccount } from './user-columns.tsx';
import type { User } from './user-form.tsx';

function AllTokens() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        API tokens
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="API tokens of everybody" size="lg">
        <Stack gap="md">
          <DialogText>
            Each lets a program act for its owner. New ones are created in the owner’s account, or here on the
            page of the user.
          </DialogText>
          {isOpen && <TokenList of={{ all: true }} />}
          <DialogActions>
            <Button variant="default" data-autofocus onClick={() => setOpen(false)}>
              Close
            </Button>
          </DialogActions>
        </Stack>
      </Dialog>
    </>
  );
}

const sorts = ['name', 'role', 'created_at'] as const;
const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }));

const stateOptions = [
  { value: 'active', label: 'Active' },
  { value: 'deactivated', label: 'Deactivated' },
] as const;

function UsersPage() {
  const params = useListParams({ name: 'users', pageSize: pageSizes.users, sorts });
  const role = roles.find((name) => name === params.filter('role'));
  const state = stateOptions.find(({ value }) => value === params.filter('state'))?.value;
  const query = trpc.users.list.useQuery(
    { ...pageQueryOf(params), sort: params.sort, role, state },
    { placeholderData: keepPreviousData },
  );
  const accounts = useAccounts(query.data?.users ?? []);
  const users = (query.data?.users ?? []).map((user) => ({ ...user, account: accounts.get(user.id) }));
  const viewer = useCurrentUser();
  const { openNew, editHref } = useRecordNavigation(usersPath);
  const ask = useAsk();
  const askState = useAskAccountState();
  const remove = trpc.users.remove.useMutation({ meta: { done: 'User deleted' } });
  const [linked, setLinked] = useState<User>();
  const isActive = ({ account }: UserWithAccount) => !account?.deactivated_at;
  const actions: RowAction<UserWithAccount>[] = [
    {
      label: 'Create password link',
      icon: IconKey,
      run: setLinked,
      isFor: isActive,
      nameOf: ({ name }) => `Create password link for ${name}`,
    },
    {
      label: 'Edit',
      icon: IconPencil,
      hotkey: 'e',
      hrefOf: ({ id }) => editHref(id),
      nameOf: ({ name }) => `Edit ${name}`,
    },
    {
      label: 'Deactivate',
      icon: IconUserOff,
      isDangerous: true,
      run: (user) => askState(user, true),
      isFor: (user) => isActive(user) && user.id !== viewer.id,
      nameOf: ({ name }) => `Deactivate ${name}`,
    },
    {
      label: 'Reactivate',
      icon: IconUserCheck,
      run: (user) => askState(user, false),
      isFor: (user) => !isActive(user),
      nameOf: ({ name }) => `Reactivate ${name}`,
    },
    {
      label: 'Delete',
      icon: IconTrash,
      isDangerous: true,
      hotkey: 'Delete',
      run: ({ id, name }) =>
        ask({
          title: 'Delete User',
          question: `Are you sure you want to delete "${name}"? This action cannot be undone.`,
          answer: 'Delete User',
          busyAnswer: 'Deleting...',
          isDangerous: true,
          run: () => remove.mutateAsync({ id }),
        }),
      nameOf: ({ name }) => `Delete ${name}`,
    },
  ];
  return (
    <>
      <PagedList
        title="User Management"
        action={
          <Group gap="sm">
            <Button
              component={Link}
              to={securityLogPath}
              variant="default"
              leftSection={<IconShieldLock size={17} stroke={1.6} />}
            >
              Security log
            </Button>
            <AllTokens />
            <SsoCheckModal />
            <Button leftSection={<IconPlus size={17} stroke={1.8} />} onClick={openNew}>
              Add User
            </Button>
          </Group>
        }
        subject="the users"
        nouns={{ one: 'user', many: 'users' }}
        params={params}
        query={query}
        rows={users}
        titleOf={({ name }) => name}
        onNew={openNew}
        filters={[
          { name: 'role', label: 'Role', allLabel: 'All Roles', options: roleOptions },
          { name: 'state', label: 'State', allLabel: 'All Accounts', options: stateOptions },
        ]}
      >
        <StatCards
          totalLabel="Total users"
          filter="role"
          groups={userGroups}
          counts={query.data && toGroupCounts(query.data.stats)}
        />
        <ListToolbar searchPlaceholder="Search by name or email" columns={columns} />
        <ListRows
          rows={users}
          columns={columns}
          actions={actions}
          empty={{
            title: 'No users found',
            first: 'Add your first user to get started.',
            filtered: 'Try a different search, role or state.',
          }}
        />
      </PagedList>
      {linked && <ResetLinkModal user={linked} onClose={() => setLinked(undefined)} />}
    </>
  );
}

export const usersPages = {
  index: UsersPage,
  new: { load: async () => (await import('./user-form.tsx')).UserPage },
  edit: { load: async () => (await import('./user-form.tsx')).UserPage },
};

type UserStats = ApiOutputs['users']['list']['stats'];

/** In order of display. */
const groupLabels: Record<Role, string> = {
  admin: 'Administrators',
  user: 'Regular users',
  hr: 'Human resources',
  content_moderator: 'Content moderators',
};
const userGroups = Object.entries(groupLabels).map(([value, label]) => ({ value, label }));

/** For the stat cards. */
function toGroupCounts(stats: UserStats) {
  return {
    total: stats.total_users,
    by: {
      admin: stats.admin_users,
      user: stats.regular_users,
      hr: stats.hr_users,
      content_moderator: stats.content_moderator_users,
    } satisfies Record<Role, number>,
  };
}
