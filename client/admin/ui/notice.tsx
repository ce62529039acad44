import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  title: string;
  text?: string | undefined;
  role?: 'alert' | 'status';
  /** What to do next. */
  children?: ReactNode;
}

/** A few words in place of content: nothing there, not found, failed. */
export function Notice({ title, text, role, children }: NoticeProps) {
  return (
    <div className={classes.notice} role={role}>
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.next}>{children}</div>}
    </div>
  );
}
