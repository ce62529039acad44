import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../lib/failure.ts';
import classes from './failure-note.module.css';

interface FailureNoteProps {
  title?: string;
  failure: Pick<Failure, 'message'> & Partial<Pick<Failure, 'requestId'>>;
  /** What to do next. */
  children?: ReactNode;
}

/** Says why something failed, until it is read, with the number under which the server's log knows it. */
export function FailureNote({ title, failure: { message, requestId }, children }: FailureNoteProps) {
  return (
    <Alert
      color="signal"
      role="alert"
      title={title}
      icon={<IconAlertTriangle stroke={1.6} />}
      classNames={classes}
    >
      <p className={classes.text}>{message}</p>
      {requestId && (
        <p className={classes.request}>
          Request <code>{requestId}</code>
        </p>
      )}
      {children && <div className={classes.next}>{children}</div>}
    </Alert>
  );
}
