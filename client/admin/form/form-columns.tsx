import type { ReactNode } from 'react';
import classes from './form-columns.module.css';

/** The fields of a long form: texts in the main column, choices beside it. One column on phones. */
export function FormColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.column}>{main}</div>
      <div className={classes.column}>{side}</div>
    </div>
  );
}
