import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import classes from './failure-note.module.css';

interface ErrorAlertProps {
  title?: string;
  failure: Pick<ApiErrorInfo, 'message'> & Partial<Pick<ApiErrorInfo, 'requestId'>>;
  /** The next steps. */
  children?: ReactNode;
}

/**
 * Shows why something failed, with the request's id in the server log. It stays until the person has read it.
 */
export function ErrorAlert({ title, failure: { message, requestId }, children }: ErrorAlertProps) {
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
