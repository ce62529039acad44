export type FieldErrors = Record<string, string[]>;
/** The number of rows by kind, such as `posts` or `trash`. */
export type UseCounts = Record<string, number>;

/** Tells a program what to do next. Refusals that need no next step have no code. */
export const errorCodes = [
  'second_factor_required',
  'step_up_required',
  'second_factor_enrolment_required',
  'scope_missing',
  'token_not_permitted',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
export const secondFactorMethods = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** The ways to confirm one's identity. `sso` is another sign-in at the provider. */
export const proofMethods = [...secondFactorMethods, 'password', 'sso'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** In tRPC responses, `error.data` has the same members. */
export interface ErrorBody {
  message: string;
  errors?: FieldErrors;
  current?: object;
  /** The number of rows that still use the entry to be removed, by kind. */
  in_use?: UseCounts;
  code?: ErrorCode;
  /** The proofs of identity that the account accepts. */
  methods?: ProofMethod[];
  /** A signed text that continues the sign-in without the password. */
  challenge?: string;
  request_id: string;
}

interface Details {
  errors?: FieldErrors;
  current?: object;
  in_use?: UseCounts;
  more?: Pick<ErrorBody, 'code' | 'methods' | 'challenge'>;
  /** The time to wait, in seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/** An expected error with a message for the caller. It does not depend on HTTP. */
export abstract class DomainError extends Error {
  readonly errors: FieldErrors | undefined;
  readonly current: object | undefined;
  readonly in_use: UseCounts | undefined;
  readonly more: Details['more'];
  readonly retryAfter: number | undefined;

  constructor(message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.errors = details.errors;
    this.current = details.current;
    this.in_use = details.in_use;
    this.more = details.more;
    this.retryAfter = details.retryAfter;
  }
}

export class NotSignedIn extends DomainError {}
export class Forbidden extends DomainError {}

/** The role of the user needs a second factor, and the account has none yet. */
export class EnrolmentRequired extends Forbidden {
  constructor() {
    super('Your role needs a second factor. Set one up in your account first.', {
      more: { code: 'second_factor_enrolment_required' },
    });
  }
}

/** The session's last proof of identity is too old for a sensitive act. */
export class StepUpRequired extends Forbidden {
  constructor(methods: ProofMethod[]) {
    super('Please confirm that it is you.', { more: { code: 'step_up_required', methods } });
  }
}

/** The API token lacks a scope that the call needs. */
export class ScopeMissing extends Forbidden {
  /** Without `scope`, no token may make the call. */
  constructor(scope?: string) {
    super(
      scope
        ? `This API token lacks the scope ${scope}.`
        : 'No scope of an API token admits this call. Sign in for it.',
      { more: { code: 'scope_missing' } },
    );
  }
}

/** The act needs a person who has signed in. */
export class TokenNotPermitted extends Forbidden {
  constructor(message = 'An API token cannot do this. A person must sign in for it.') {
    super(message, { more: { code: 'token_not_permitted' } });
  }
}
export class NotFound extends DomainError {}
export class Conflict extends DomainError {}
export class TooLarge extends DomainError {}
export class WrongMediaType extends DomainError {}
export class TooManyTries extends DomainError {}
export class Unavailable extends DomainError {}
export class BadRequest extends DomainError {}
export class Misdirected extends DomainError {}

export class RuleBroken extends DomainError {
  constructor(
    errors: FieldErrors,
    message = 'Please correct the marked fields.',
    more: Omit<Details, 'errors'> = {},
  ) {
    super(message, { errors, ...more });
  }

  static of(field: string, message: string): RuleBroken {
    return new RuleBroken({ [field]: [message] });
  }

  /**
   * Returns a refusal that concerns one of several rows, with the name of the row before each message. Returns other
   * errors as they are.
   */
  static naming(label: string, error: unknown): unknown {
    if (!(error instanceof RuleBroken)) return error;
    const named = Object.entries(error.errors ?? {}).map(([field, messages]) => [
      field,
      messages.map((message) => `“${label}”: ${message}`),
    ]);
    return new RuleBroken(Object.fromEntries(named), error.message, { cause: error });
  }
}
