import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../src/router.ts';
import type { ProofMethod } from '../../src/shared/errors.ts';

type ApiError = TRPCClientError<AppRouter>;

/** An error of a call, in a form that can be shown to the person who made the call. */
export interface ApiErrorInfo {
  message: string;
  /** The first error message of each invalid field. */
  fields: Readonly<Record<string, string>>;
  /** The id of the request in the server log. */
  requestId: string | undefined;
  /**
   * The HTTP status of the server's answer or of a gateway's error. Undefined if no answer came, or if
   * something else has answered, such as the sign-in page of a network.
   */
  status: number | undefined;
  /** The stored row, if the call failed because somebody else has saved the row in the meantime. */
  current?: object | undefined;
  /** Defined if the server could not be reached: whether that was because the browser was offline. */
  isOffline?: boolean;
  /** Present if the sign-in needs a second step. */
  secondFactor?: SecondStep | undefined;
}

/** The data for the second step of a sign-in: the methods to choose from, and the challenge to answer. */
export interface SecondStep {
  methods: readonly ProofMethod[];
  challenge: string;
}

/** The error message of an upload that the person has stopped. */
export const uploadStoppedMessage = 'Upload cancelled.';
const unreachable = 'Can’t reach the server. Check your connection and try again.';
const intercepted =
  'Something between you and the server has answered, such as the sign-in page of a network. Open a page in a new tab, then try again.';
const blocked =
  'Something between you and the server does not permit this, such as the firewall or the sign-in of your network. Ask the people who run it, or try from another network.';
const gatewayFailed = (status: number) =>
  `A gateway in front of the server has answered with the error ${status}. Try again in a moment.`;
const offline = 'You’re offline. Try again when you’re back online.';

/** An error is read again at each rendering, when the connection may be back. */
const wasOffline = new WeakMap<object, boolean>();

/** Converts any error of a call to an `ApiErrorInfo`. */
export function parseApiError(error: unknown): ApiErrorInfo {
  const data = isApiError(error) ? error.data : undefined;
  if (!data) return { ...parseForeign(error), fields: {}, requestId: undefined };
  const { message, errors = {}, request_id, httpStatus, current, methods, challenge } = data;
  const fields: Record<string, string> = {};
  for (const [field, [first]] of Object.entries(errors)) if (first) fields[field] = first;
  // If there are invalid fields, the request id is left out. The person can correct the fields without the server log.
  const isInvalid = Object.keys(fields).length > 0;
  const requestId = isInvalid ? undefined : request_id || undefined;
  const secondFactor = methods && challenge ? { methods, challenge } : undefined;
  return { message, fields, requestId, status: httpStatus, current, secondFactor };
}

/**
 * Converts an error that does not come from the server. Either no answer came, or the person stopped the
 * upload, or something between the browser and the server has answered.
 */
function parseForeign(error: unknown): Pick<ApiErrorInfo, 'message' | 'status' | 'isOffline'> {
  if (isStopped(error)) return { message: uploadStoppedMessage, status: undefined };
  const cause = isApiError(error) ? error.cause : undefined;
  if (!(cause instanceof ForeignAnswer)) {
    const isOffline = isOfflineAt(error);
    return { message: isOffline ? offline : unreachable, status: undefined, isOffline };
  }
  if (cause.status < 400) return { message: intercepted, status: undefined };
  if (cause.status === 403) return { message: blocked, status: 403 };
  return { message: gatewayFailed(cause.status), status: cause.status };
}

function isOfflineAt(error: unknown): boolean {
  const isOffline = navigator.onLine === false;
  if (!(error instanceof Error)) return isOffline;
  if (!wasOffline.has(error)) wasOffline.set(error, isOffline);
  return wasOffline.get(error)!;
}

/**
 * The error for an answer that is not JSON. Such an answer comes from something between the browser and the
 * server, for example a gateway.
 */
export class ForeignAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The answer with the status ${status} is not JSON.`);
    this.status = status;
  }
}

/** Returns whether a retry may succeed: the error has no HTTP status, or a status of 500 or more. */
export function isRetryable(error: unknown): boolean {
  const { status } = parseApiError(error);
  return status === undefined || status >= 500;
}

/**
 * Returns whether the server has certainly not executed the call. Returns true for the statuses from 400 to 499, except
 * 408 and 409. After 408 or 409, the server might still be executing the call.
 */
export function isCertainlyRefused(error: unknown): boolean {
  const { status } = parseApiError(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409;
}

function isStopped(error: unknown): boolean {
  return error instanceof Error && error.message === uploadStoppedMessage;
}

function isApiError(error: unknown): error is ApiError {
  return error instanceof TRPCClientError;
}
