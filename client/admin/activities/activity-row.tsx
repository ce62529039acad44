import { Badge, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { activityTime } from '../../../src/shared/relative-time.ts';
import { ActivityIcon } from '../ui/activity-icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ActivityChanges } from './activity-changes.tsx';
import classes from './activity-table.module.css';
import { moduleNames } from './activity-words.ts';
import type { Activity } from './use-activities.ts';

/** One entry, with what it changed behind a button. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const { type, module, description, user_name, created_at, verified, changes } = activity;
  const [isOpen, { toggle }] = useDisclosure(false);
  const changesId = useId();
  const hasChanges = changes && Object.keys(changes).length > 0;
  return (
    <>
      <tr className={classes.row} data-open={isOpen || undefined}>
        <td className={classes.what}>
          <div className={classes.words}>
            <ActivityIcon type={type} />
            <div className={classes.description}>
              {description}
              {!verified && <Unconfirmed />}
            </div>
          </div>
        </td>
        <td className={classes.module}>{module && moduleNames[module]}</td>
        <td className={classes.who}>{user_name}</td>
        <td className={classes.when}>
          <RelativeTime at={created_at} words={activityTime} />
        </td>
        <td className={classes.more}>
          {hasChanges && (
            <UnstyledButton
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={isOpen ? changesId : undefined}
              aria-label={`Changes of: ${description}`}
              onClick={toggle}
            >
              Changes
              <IconChevronDown size={16} stroke={1.8} aria-hidden="true" />
            </UnstyledButton>
          )}
        </td>
      </tr>
      {isOpen && changes && (
        <tr className={classes.changes} id={changesId}>
          <td colSpan={5}>
            <ActivityChanges changes={changes} at={created_at} />
          </td>
        </tr>
      )}
    </>
  );
}

function Unconfirmed() {
  return (
    <Badge
      className={classes.unconfirmed!}
      tt="none"
      variant="light"
      color="signal"
      title="Somebody's program told of this; no change in the panel has confirmed it."
    >
      Unconfirmed
    </Badge>
  );
}
