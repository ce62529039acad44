import type { ReactNode } from 'react';
import classes from './card-grid.module.css';

/** A grid of cards, with as many columns as fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>;
}
