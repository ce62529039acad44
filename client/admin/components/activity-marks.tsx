import IconHistory from 'icon:history';
import IconPencil from 'icon:pencil';
import IconPlus from 'icon:plus';
import IconTrash from 'icon:trash';
import { Badge, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ActivityType, activityTypes } from '../../../src/shared/enumerations.ts';
import classes from './screen-parts.module.css';

const kinds = {
  create: { Icon: IconPlus, name: 'Create' },
  update: { Icon: IconPencil, name: 'Update' },
  delete: { Icon: IconTrash, name: 'Delete' },
} satisfies Record<ActivityType, object>;

/** Screen readers read the name of the type. A type without an icon has a general one and its stored name. */
export function ActivityIcon({ type }: { type: string }) {
  const known = activityTypes.find((name) => name === type);
  const { Icon, name } = known ? kinds[known] : { Icon: IconHistory, name: type };
  return (
    <LogIconCircle type={type}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <VisuallyHidden>{name}: </VisuallyHidden>
    </LogIconCircle>
  );
}

export function LogIconCircle({ type, children }: { type: string; children: ReactNode }) {
  return (
    <span className={classes.icon} data-type={type}>
      {children}
    </span>
  );
}

interface ActivityWordsProps {
  description: string;
  user_name: string;
  verified: boolean;
  note?: string | undefined;
}

/** An entry that is not `verified` was reported by a program. The program's account is named only beside a note. */
export function ActivitySentence({ description, user_name, verified, note }: ActivityWordsProps) {
  if (verified) return <bdi>{description}</bdi>;
  return (
    <>
      {note && <bdi dir="ltr">Reported by {user_name}: </bdi>}
      <bdi>{description}</bdi>
      <Unconfirmed />
    </>
  );
}

function Unconfirmed() {
  return (
    <Badge
      component="span"
      className={classes.unconfirmed!}
      tt="none"
      variant="light"
      color="signal"
      title="Reported through the API; no matching change was found."
    >
      Unverified
    </Badge>
  );
}
