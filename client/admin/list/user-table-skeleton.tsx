import { Skeleton } from '@mantine/core';
import classes from './user-table-skeleton.module.css';

const shown = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholders for users that are loading. */
export function UserTableSkeleton() {
  return (
    <div className={classes.sheet}>
      {shown.map((key) => (
        <div key={key} className={classes.line}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={12} width="80%" />
          <Skeleton height={12} width="50%" />
        </div>
      ))}
    </div>
  );
}
