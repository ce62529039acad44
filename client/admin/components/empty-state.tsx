import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface EmptyStateProps {
  title: string;
  text?: string | undefined;
  role?: 'alert' | 'status';
  /** The next steps. */
  children?: ReactNode;
}

/** A short message in place of content that is empty, missing or failed to load. */
export function EmptyState({ title, text, role, children }: EmptyStateProps) {
  return (
    <div className={classes.notice} role={role}>
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.next}>{children}</div>}
    </div>
  );
}
