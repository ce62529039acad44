import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { ActivityIcon, Unconfirmed } from '../../components/activity-marks.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import classes from './activities.module.css';
import { ActivityChanges } from './activity-changes.tsx';
import { type Activity, toModuleName } from './activity-entries.ts';

/** The entries of the activity log. On phones each entry is a block. */
export function ActivityTable({ activities }: { activities: Activity[] }) {
  return (
    <table className={classes.table}>
      <thead className={classes.head}>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Module</th>
          <th scope="col">Who</th>
          <th scope="col">When</th>
          <th scope="col">
            <VisuallyHidden>Changes</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {activities.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} />
        ))}
      </tbody>
    </table>
  );
}

/** An entry of the activity log. A button shows the changes. */
function ActivityRow({ activity }: { activity: Activity }) {
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
