import { Skeleton } from '@mantine/core';
import classes from './line-skeletons.module.css';

interface LineSkeletonsProps {
  count: number;
  /** Each entry has three lines instead of two. */
  isTall?: boolean;
}

/** Placeholders for entries that are loading. */
export function LineSkeletons({ count, isTall = false }: LineSkeletonsProps) {
  return (
    <ul className={classes.lines}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <li key={place} className={classes.line} data-tall={isTall || undefined}>
          <Skeleton height={13} width="75%" />
          {isTall && <Skeleton height={12} width="90%" />}
          <Skeleton height={11} width="40%" />
        </li>
      ))}
    </ul>
  );
}
