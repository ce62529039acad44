export type FieldErrors = Record<string, string[]>;

/** In tRPC responses, `error.data` has the same members. */
export interface ErrorBody {
  message: string;
  errors?: FieldErrors;
  current?: object;
  request_id: string;
}

interface Details {
  errors?: FieldErrors;
  current?: object;
  /** In seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/** Raised on purpose, worded for the caller, independent of HTTP. */
export abstract class DomainError extends Error {
  readonly errors: FieldErrors | undefined;
  readonly current: object | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.errors = details.errors;
    this.current = details.current;
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
