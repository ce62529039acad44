import { Skeleton } from '@mantine/core';
import classes from './row-skeletons.module.css';

/** Rows of a log that are still to come. */
export function RowSkeletons({ rows }: { rows: number }) {
  return (
    <div className={classes.table}>
      {Array.from({ length: rows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={place} className={classes.row}>
          <Skeleton circle height={30} />
          <Skeleton height={13} width={`${45 + ((place * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
