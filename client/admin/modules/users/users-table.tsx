import { ActionIcon, Badge, VisuallyHidden } from '@mantine/core';
import { type Icon, IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { useCurrentUser } from '../../core/admin-context.ts';
import { roleLabels } from '../../core/labels.ts';
import type { User } from './use-users.ts';
import classes from './users.module.css';

interface UserTableProps {
  users: readonly User[];
  onEdit: (user: User) => void;
  onLink: (user: User) => void;
  onDelete: (user: User) => void;
}

/** The users, one row each. On phones each row is a small card. */
export function UserTable({ users, onEdit, onLink, onDelete }: UserTableProps) {
  return (
    <div className={classes.sheet}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Created</th>
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              onEdit={() => onEdit(user)}
              onLink={() => onLink(user)}
              onDelete={() => onDelete(user)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface UserRowProps {
  user: User;
  onEdit: () => void;
  onLink: () => void;
  onDelete: () => void;
}

/** A user in the list, with buttons for the actions. */
function UserRow({ user, onEdit, onLink, onDelete }: UserRowProps) {
  const { id, name, email, role, created_at } = user;
  const viewer = useCurrentUser();
  return (
    <tr>
      <td className={classes.name}>
        {name}
        {id === viewer.id && (
          <Badge className={classes.you!} variant="default" tt="none">
            You
          </Badge>
        )}
      </td>
      <td className={classes.email}>{email}</td>
      <td className={classes.role}>{roleLabels[role]}</td>
      <td className={classes.since}>
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          {formatDate(created_at)}
        </time>
      </td>
      <td className={classes.acts}>
        <Act
          label={`Create password link for ${name}`}
          hint="Create password link"
          icon={IconKey}
          onAct={onLink}
        />
        <Act label={`Edit ${name}`} hint="Edit" icon={IconPencil} onAct={onEdit} />
        <Act label={`Delete ${name}`} hint="Delete" icon={IconTrash} isDangerous onAct={onDelete} />
      </td>
    </tr>
  );
}

interface ActProps {
  label: string;
  /** The tooltip. */
  hint: string;
  icon: Icon;
  isDangerous?: boolean;
  onAct: () => void;
}

function Act({ label, hint, icon: Sign, isDangerous, onAct }: ActProps) {
  return (
    <ActionIcon
      className={classes.act!}
      variant="subtle"
      color={isDangerous ? 'signal' : 'pine'}
      aria-label={label}
      title={hint}
      onClick={onAct}
    >
      <Sign size={18} stroke={1.6} />
    </ActionIcon>
  );
}
