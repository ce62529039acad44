import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { ActivityIcon } from '../../components/activity-marks.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Unconfirmed } from '../../components/unconfirmed.tsx';
import classes from './activities.module.css';
import { ActivityChanges } from './activity-changes.tsx';
import type { Activity } from './activity-entries.ts';
import { toModuleName } from './activity-words.ts';

/** An entry of the activity log. A button shows the changes. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const { type, module, description, note, user_name, user_email, created_at, verified, changes } = activity;
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
              <bdi>{description}</bdi>
              {!verified && <Unconfirmed />}
              {verified && note && (
                <p className={classes.note}>
                  <bdi dir="ltr">Note by {user_name}: </bdi>
                  <bdi>{note}</bdi>
                </p>
              )}
            </div>
          </div>
        </td>
        <td className={classes.module}>{module && toModuleName(module)}</td>
        <td className={classes.who}>
          <bdi>{user_name}</bdi>
          {user_email && <p className={classes.address}>{user_email}</p>}
        </td>
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
