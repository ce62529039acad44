import { Skeleton } from '@mantine/core';
import { pageSizes } from '../../../src/shared/catalog.ts';
import classes from './activity-table-skeleton.module.css';

/** Rows of the log that are still to come. */
export function ActivityTableSkeleton() {
  return (
    <div className={classes.table}>
      {Array.from({ length: pageSizes.activities }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={place} className={classes.row}>
          <Skeleton circle height={30} />
          <Skeleton height={13} width={`${45 + ((place * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
