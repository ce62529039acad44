import { Alert } from '@mantine/core';
import { TRPCClientError } from '@trpc/client';
import { parseApiError } from '../../../api/errors.ts';
import { ErrorAlert, RetryButton } from '../../components/error-alert.tsx';
import type { PhotoRemark } from './member-photo-input.tsx';
import classes from './team.module.css';

interface SaveAlertProps {
  error: unknown;
  /** The text for a failure without field errors (docs/product.md, §8.7). */
  fallback: string;
}

/** The error of a save: all field messages joined, or the fallback with the server's reason below it. */
export function SaveAlert({ error, fallback }: SaveAlertProps) {
  const failure = parseApiError(error);
  const { message, requestId } = failure;
  const ofFields = fieldMessages(error);
  if (ofFields.length > 0) return <ErrorAlert failure={{ message: ofFields.join('\n'), requestId }} />;
  return (
    <ErrorAlert failure={{ message: fallback, requestId }}>
      <p className={classes.reason}>{message}</p>
      <RetryButton failure={failure} />
    </ErrorAlert>
  );
}

function fieldMessages(error: unknown): string[] {
  if (!(error instanceof TRPCClientError)) return [];
  const errors: Record<string, string[]> = error.data?.errors ?? {};
  return Object.values(errors).flat();
}

/** The result of removing a photo. */
export function RemovalAlert({ remark }: { remark: PhotoRemark }) {
  if (remark.isFailure) return <ErrorAlert failure={remark} />;
  return (
    <Alert color="accent" role="alert">
      {remark.message}
    </Alert>
  );
}
