import { VisuallyHidden } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ActivityType, activityTypes } from '../../../src/shared/catalog.ts';
import classes from './activity-icon.module.css';

const kinds = {
  create: { Icon: IconPlus, name: 'Create' },
  update: { Icon: IconPencil, name: 'Update' },
  delete: { Icon: IconTrash, name: 'Delete' },
} satisfies Record<ActivityType, object>;

/** What kind of change it was; a kind of another version is called by its stored word. */
export function ActivityIcon({ type }: { type: string }) {
  const known = activityTypes.find((name) => name === type);
  const { Icon, name } = known ? kinds[known] : { Icon: IconHistory, name: type };
  return (
    <span className={classes.icon} data-type={type}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <VisuallyHidden>{name}: </VisuallyHidden>
    </span>
  );
}
