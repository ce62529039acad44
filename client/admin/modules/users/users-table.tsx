import { VisuallyHidden } from '@mantine/core';
import { UserRow } from './user-row.tsx';
import type { User } from './user-types.ts';
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
            <th scope="col">E-mail</th>
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
