import { Skeleton } from '@mantine/core';
import classes from './trash-skeleton.module.css';

const shown = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholders for trash rows that are loading. */
export function TrashSkeleton() {
  return (
    <div className={classes.sheet}>
      {shown.map((key) => (
        <div key={key} className={classes.line}>
          <Skeleton height={14} width="70%" />
          <Skeleton height={12} width="60%" />
          <Skeleton height={28} />
        </div>
      ))}
    </div>
  );
}
