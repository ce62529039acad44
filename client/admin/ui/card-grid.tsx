import type { ReactNode } from 'react';
import classes from './card-grid.module.css';

/** The cards of a list, as many beside each other as fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>;
}
