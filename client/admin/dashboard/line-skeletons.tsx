import { Skeleton } from '@mantine/core';
import classes from './line-skeletons.module.css';

interface LineSkeletonsProps {
  count: number;
  /** Three lines each, not two. */
  isTall?: boolean;
}

/** Entries that are still to come. */
export function LineSkeletons({ count, isTall = false }: LineSkeletonsProps) {
  return (
    <ul className={classes.lines}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={place} className={classes.line} data-tall={isTall || undefined}>
          <Skeleton height={13} width="75%" />
          {isTall && <Skeleton height={12} width="90%" />}
          <Skeleton height={11} width="40%" />
        </li>
      ))}
    </ul>
  );
}
