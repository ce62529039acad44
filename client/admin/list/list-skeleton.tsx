import { Skeleton, Stack } from '@mantine/core';
import classes from './record-card.module.css';
import { CardGrid } from './record-card.tsx';

const cardCount = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function CardSkeletons({ hasPicture = true }: { hasPicture?: boolean }) {
  return (
    <CardGrid>
      {cardCount.map((key) => (
        <li key={key} className={classes.skeleton}>
          {hasPicture && <Skeleton className={classes.skeletonPicture!} radius={0} />}
          <Stack gap="sm" pt="md" pb="5.5rem" px="md">
            <Skeleton height={12} width="40%" />
            <Skeleton height={18} />
            <Skeleton height={12} />
            <Skeleton height={12} width="70%" />
          </Stack>
        </li>
      ))}
    </CardGrid>
  );
}

export function RowSkeletons({ rows }: { rows: number }) {
  return (
    <div className={classes.skeletonRows}>
      {Array.from({ length: rows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <div key={place} className={classes.skeletonRow}>
          <Skeleton circle height={30} />
          <Skeleton height={13} width={`${45 + ((place * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}

interface LineSkeletonsProps {
  count: number;
  /** Three lines instead of two. */
  isTall?: boolean;
}

/** For a short list, such as on the dashboard. */
export function LineSkeletons({ count, isTall = false }: LineSkeletonsProps) {
  return (
    <ul>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
        <li key={place} className={classes.skeletonLine} data-tall={isTall || undefined}>
          <Skeleton height={13} width="75%" />
          {isTall && <Skeleton height={12} width="90%" />}
          <Skeleton height={11} width="40%" />
        </li>
      ))}
    </ul>
  );
}
