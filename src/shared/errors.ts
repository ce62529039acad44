export type FieldErrors = Record<string, string[]>;
/** Numbers of rows by kind: `posts`, `trash`. */
export type UseCounts = Record<string, number>;

/** In tRPC responses, `error.data` has the same members. */
export interface ErrorBody {
  message: string;
  errors?: FieldErrors;
  current?: object;
  /** How many rows of each kind still need an entry that was to be removed. */
  in_use?: UseCounts;
  request_id: string;
}

interface Details {
  errors?: FieldErrors;
  current?: object;
  in_use?: UseCounts;
  /** In seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/** Raised on purpose, worded for the caller, independent of HTTP. */
export abstract class DomainError extends Error {
  readonly errors: FieldErrors | undefined;
  readonly current: object | undefined;
  readonly in_use: UseCounts | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.errors = details.errors;
    this.current = details.current;
    this.in_use = details.in_use;
    this.retryAfter = details.retryAfter;
  }
}

export class NotSignedIn extends DomainError {}
export class Forbidden extends DomainError {}
export class NotFound extends DomainError {}
export class Conflict extends DomainError {}
export class TooLarge extends DomainError {}
export class WrongMediaType extends DomainError {}
export class TooManyTries extends DomainError {}
export class Unavailable extends DomainError {}
export class BadRequest extends DomainError {}
/** This server does not serve the host that the request names. */
export class Misdirected extends DomainError {}

export class RuleBroken extends DomainError {
  constructor(errors: FieldErrors, message = 'Please correct the marked fields.') {
    super(message, { errors });
  }

  static of(field: string, message: string): RuleBroken {
    return new RuleBroken({ [field]: [message] });
  }
}
