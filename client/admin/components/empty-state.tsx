import type { ReactNode } from 'react';
import classes from './components.module.css';

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
      <h2 className={classes.noticeTitle}>{title}</h2>
      {text && <p className={classes.noticeText}>{text}</p>}
      {children && <div className={classes.noticeNext}>{children}</div>}
    </div>
  );
}
