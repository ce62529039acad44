import { Skeleton } from '@mantine/core';
import { CardGrid } from './card-grid.tsx';
import classes from './list-skeleton.module.css';

const shown = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholders for cards that are loading. */
export function CardSkeletons({ hasPicture = true }: { hasPicture?: boolean }) {
  return (
    <CardGrid>
      {shown.map((key) => (
        <li key={key} className={classes.card}>
          {hasPicture && <Skeleton className={classes.picture!} radius={0} />}
          <div className={classes.body}>
            <Skeleton height={12} width="40%" />
            <Skeleton height={18} />
            <Skeleton height={12} />
            <Skeleton height={12} width="70%" />
          </div>
        </li>
      ))}
    </CardGrid>
  );
}
