import { Skeleton } from '@mantine/core';
import { pageSizes } from '../../../src/shared/catalog.ts';
import classes from './message-list-skeleton.module.css';

/** Placeholders for messages that are loading. */
export function MessageListSkeleton() {
  return (
    <div className={classes.list}>
      {Array.from({ length: pageSizes.inbox }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <div key={place} className={classes.row}>
          <Skeleton height={13} width={`${35 + ((place * 13) % 25)}%`} />
          <Skeleton height={12} width={`${60 + ((place * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
