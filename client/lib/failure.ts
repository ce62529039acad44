import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../src/router.ts';

type ApiError = TRPCClientError<AppRouter>;

/** Why a call failed, in words for the person in front of it. */
export interface Failure {
  message: string;
  /** The first message of each field. */
  fields: Readonly<Record<string, string>>;
  /** Names the request in the server's log. */
  requestId: string | undefined;
  /** The HTTP status; absent when no answer came. */
  status: number | undefined;
  /** The row as it is stored, when somebody else's save came first. */
  current?: object | undefined;
}

/** Said, and thrown, when the person stops an upload. */
export const uploadStopped = 'Upload cancelled.';
const unreachable = 'Can’t reach the server. Check your connection and try again.';
const offline = 'You’re offline. Try again when you’re back online.';

/** Reads what went wrong out of whatever a call threw. */
export function explainFailure(error: unknown): Failure {
  const data = isApiError(error) ? error.data : undefined;
  if (!data) {
    const message = isStopped(error) ? uploadStopped : navigator.onLine === false ? offline : unreachable;
    return { message, fields: {}, requestId: undefined, status: undefined };
  }
  const { message, errors = {}, request_id, httpStatus, current } = data;
  const fields: Record<string, string> = {};
  for (const [field, [first]] of Object.entries(errors)) if (first) fields[field] = first;
  return { message, fields, requestId: request_id || undefined, status: httpStatus, current };
}

/** Whether another try of the same call may go better: nothing answered, or the server itself was at fault. */
export function isWorthRetrying(error: unknown): boolean {
  const { status } = explainFailure(error);
  return status === undefined || status >= 500;
}

/**
 * Whether the server has surely not done what was asked. Where no answer came, or the server failed in the middle of it, or is still
 * at it, nobody can tell.
 */
export function isRefusal(error: unknown): boolean {
  const { status } = explainFailure(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409;
}

function isStopped(error: unknown): boolean {
  return error instanceof Error && error.message === uploadStopped;
}

function isApiError(error: unknown): error is ApiError {
  return error instanceof TRPCClientError;
}
