import IconAlertTriangle from 'icon:alert-triangle';
import { Alert, Box, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiErrorInfo } from '../../api/errors.ts';
import { useIsOnline } from '../core/use-is-online.ts';
import classes from './components.module.css';

type Failure = Pick<ApiErrorInfo, 'message'> & Partial<Pick<ApiErrorInfo, 'requestId' | 'isOffline'>>;

interface ErrorAlertProps {
  title?: string;
  failure: Failure;
  children?: ReactNode;
}

/** Unlike a notification, the alert does not disappear by itself. */
export function ErrorAlert({ title, failure, children }: ErrorAlertProps) {
  return (
    <Alert
      color="signal"
      role="alert"
      title={title}
      icon={<IconAlertTriangle stroke={1.6} />}
      className={classes.alert!}
    >
      <p className={classes.text}>
        <FailureText failure={failure} />
      </p>
      <RequestId id={failure.requestId} />
      {children && <Box mt="sm">{children}</Box>}
    </Alert>
  );
}

/** A message about a lost connection goes as soon as the connection is back. */
export function FailureText({ failure: { message, isOffline } }: { failure: Failure }): string {
  const isOnline = useIsOnline();
  return isOffline && isOnline ? 'You’re back online. Try again.' : message;
}

/** With it, an administrator finds the request in the server log. */
export function RequestId({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <span className={classes.requestId}>
      Request <code>{id}</code>
    </span>
  );
}

/** Submits the surrounding form again. Nothing if fields must be corrected first. */
export function ResubmitButton({ failure }: { failure: ApiErrorInfo }) {
  if (Object.keys(failure.fields).length > 0) return null;
  return (
    <Button type="submit" size="compact-md" variant="default">
      Retry
    </Button>
  );
}
