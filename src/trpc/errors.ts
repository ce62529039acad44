import { TRPCError } from '@trpc/server';
import { type z, ZodError } from 'zod';
import * as domain from '../shared/errors.ts';
import { causesOf, hasCode, isDiskFull } from '../shared/errors.ts';
import { unknownFieldMessage } from '../shared/fields.ts';

export interface TranslatedError {
  status: number;
  body: Omit<domain.ErrorBody, 'request_id'>;
  retryAfter: number | undefined;
  isUnexpected: boolean;
}

type ErrorClass = abstract new (...parts: never[]) => domain.DomainError;
const statuses: [ErrorClass, number][] = [
  [domain.BadRequest, 400],
  [domain.NotSignedIn, 401],
  [domain.Forbidden, 403],
  [domain.NotFound, 404],
  [domain.Conflict, 409],
  [domain.PreconditionFailed, 412],
  [domain.TooLarge, 413],
  [domain.WrongMediaType, 415],
  [domain.Misdirected, 421],
  [domain.RuleBroken, 422],
  [domain.TooManyTries, 429],
  [domain.Unavailable, 503],
];

const ofTrpc: Partial<Record<TRPCError['code'], [status: number, message: string]>> = {
  PARSE_ERROR: [400, 'The request is not valid JSON.'],
  BAD_REQUEST: [400, 'The request cannot be understood.'],
  NOT_FOUND: [404, 'There is nothing at this address.'],
  METHOD_NOT_SUPPORTED: [405, 'This address does not take that method.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This address does not take that kind of body.'],
  PAYLOAD_TOO_LARGE: [413, 'The request is too large.'],
};

/** Temporary errors: PostgreSQL's classes 08, 53 and 57, deadlocks, lost connections and the like. */
const unavailableCodes =
  /^(08...|53...|57...|55P03|40P01|40001|SQLITE_BUSY.*|SQLITE_IOERR.*|EIO|STORAGE_UNAVAILABLE|EROFS|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE)$/;

export function translateError(thrown: unknown): TranslatedError {
  const error = thrown instanceof TRPCError && thrown.cause ? thrown.cause : thrown;
  if (error instanceof ZodError && isInputError(thrown)) return translateFields(error);
  if (error instanceof domain.DomainError) {
    const status = statuses.find(([kind]) => error instanceof kind)?.[1] ?? 500;
    const { message, errors, current, in_use, more, retryAfter } = error;
    return {
      status,
      body: {
        message,
        ...(errors && { errors }),
        ...(current && { current }),
        ...(in_use && { in_use }),
        ...more,
      },
      retryAfter,
      isUnexpected: false,
    };
  }
  const known = thrown instanceof TRPCError && ofTrpc[thrown.code];
  if (known)
    return { status: known[0], body: { message: known[1] }, retryAfter: undefined, isUnexpected: false };
  if (isDiskFull(error))
    return answer(503, 'There is no space left to store anything. Please try again later.', 60);
  return isUnavailable(error)
    ? answer(503, 'The service is busy or a part of it is away. Please try again in a moment.', 5)
    : answer(500, 'Something went wrong on our side. Please try again.');
}

function answer(status: number, message: string, retryAfter?: number): TranslatedError {
  return { status, body: { message }, retryAfter, isUnexpected: true };
}

/** False for an invalid output, which is a defect of the server. */
function isInputError(thrown: unknown): boolean {
  return thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST';
}

const namedAtMost = 10;

function translateFields(error: ZodError): TranslatedError {
  const errors: domain.FieldErrors = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, namedAtMost)) errors[key] = [unknownFieldMessage];
      continue;
    }
    const field = fieldOf(issue);
    if (field === 'id') return translateError(new domain.NotFound('There is no such entry.'));
    errors[field] ??= [];
    if (!errors[field].includes(issue.message)) errors[field].push(issue.message);
  }
  const { '': general, ...byField } = errors;
  return translateError(
    new domain.RuleBroken(byField, general && 'The request must be an object with fields.'),
  );
}

function isUnavailable(error: unknown): boolean {
  return (
    hasCode(error, unavailableCodes) || causesOf(error).some(({ message }) => lostConnection.test(message))
  );
}

/** Of `pg` and its pool, for errors that have no code. */
const lostConnection =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/i;

/** The column, or the path of a field in blocks, such as `blocks.2.entries.0.answer`. */
function fieldOf(issue: z.core.$ZodIssue): string {
  const isDotted = issue.code === 'custom' && issue.params?.isDotted === true;
  return isDotted ? issue.path.join('.') : String(issue.path[0] ?? '');
}
