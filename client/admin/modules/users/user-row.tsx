import { ActionIcon, Badge } from '@mantine/core';
import { type Icon, IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { formatDate, formatDateTime } from '../../../shared/time-words.ts';
import { roleLabels } from '../../core/role-labels.ts';
import { useCurrentUser } from '../../core/session.ts';
import type { User } from './user-types.ts';
import classes from './users.module.css';

interface UserRowProps {
  user: User;
  onEdit: () => void;
  onLink: () => void;
  onDelete: () => void;
}

/** A user in the list, with buttons for the actions. */
export function UserRow({ user, onEdit, onLink, onDelete }: UserRowProps) {
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
