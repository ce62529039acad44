import { VisuallyHidden } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ActivityType } from '../../../src/shared/catalog.ts';
import classes from './activity-icon.module.css';

const kinds = {
  create: { Icon: IconPlus, name: 'Create' },
  update: { Icon: IconPencil, name: 'Update' },
  delete: { Icon: IconTrash, name: 'Delete' },
} satisfies Record<ActivityType, object>;

/** What kind of change it was. */
export function ActivityIcon({ type }: { type: ActivityType }) {
  const { Icon, name } = kinds[type];
  return (
    <span className={classes.icon} data-type={type}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <VisuallyHidden>{name}: </VisuallyHidden>
    </span>
  );
}
