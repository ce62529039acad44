import { Skeleton } from '@mantine/core';
import classes from './row-skeletons.module.css';

/** Placeholders for log entries that are loading. */
export function RowSkeletons({ rows }: { rows: number }) {
  return (
    <div className={classes.table}>
      {Array.from({ length: rows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <div key={place} className={classes.row}>
          <Skeleton circle height={30} />
          <Skeleton height={13} width={`${45 + ((place * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
