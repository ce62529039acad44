import { Badge } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCurrentUser } from '../../core/admin-context.ts';
import { SiteTime } from '../../components/site-time.tsx';
import { roleLabels } from '../../core/labels.ts';
import { usersPath } from '../../core/paths.ts';
import type { Column } from '../../list/data-table.tsx';
import { type Account, factorWords, LastSignIn } from './account-state.tsx';
import { invitationWords } from './password-links.tsx';
import type { User } from './user-form.tsx';

/** The account is undefined until loaded. */
export interface UserWithAccount extends User {
  account: Account | undefined;
}

const unknown = '–';

export const columns: Column<UserWithAccount>[] = [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    isSortable: true,
    cell: (user) => <UserName user={user} />,
  },
  { id: 'email', header: 'Email', isWide: true, cell: ({ email }) => <Email address={email} /> },
  { id: 'role', header: 'Role', isSortable: true, cell: ({ role }) => roleLabels[role] },
  {
    id: 'last_sign_in_at',
    header: 'Last sign-in',
    hasLabel: true,
    cell: ({ account }) => (account ? <LastSignIn account={account} /> : unknown),
  },
  {
    id: 'factors',
    header: 'Second factor',
    hasLabel: true,
    cell: ({ account }) => (account ? factorWords(account) : unknown),
  },
  {
    id: 'created_at',
    header: 'Created',
    isSortable: true,
    hasLabel: true,
    cell: ({ created_at }) => <SiteTime at={created_at} isDay />,
  },
];

/** A second line begins with the `@`. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

function UserName({ user: { id, name, account } }: { user: UserWithAccount }) {
  const viewer = useCurrentUser();
  return (
    <>
      <Link to={`${usersPath}/${id}/edit`} state={{ isFromList: true }} data-opens-row>
        {name}
      </Link>
      {id === viewer.id && (
        <Badge ml="xs" variant="default" tt="none">
          You
        </Badge>
      )}
      {account?.invitation && !account.deactivated_at && (
        <Badge
          ml="xs"
          variant={account.invitation.state === 'refused' ? 'light' : 'default'}
          color={account.invitation.state === 'refused' ? 'signal' : 'accent'}
          tt="none"
          title={invitationWords(account.invitation)}
        >
          {account.invitation.state === 'refused' ? 'Invitation refused' : 'Invited'}
        </Badge>
      )}
      {account?.deactivated_at && (
        <Badge ml="xs" variant="default" tt="none">
          Deactivated
        </Badge>
      )}
    </>
  );
}
