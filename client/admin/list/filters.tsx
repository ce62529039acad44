import type { ReactNode } from 'react';
import classes from './list.module.css';

/** The filters of a list, in one row. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>;
}
