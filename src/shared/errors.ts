export type FieldErrors = Record<string, string[]>;
/** By kind of row, such as `posts` or `trash`. */
export type UseCounts = Record<string, number>;

/** Refusals that a client can handle, for example by asking for a second factor. All others have no code. */
export const errorCodes = [
  'second_factor_required',
  'step_up_required',
  'second_factor_enrolment_required',
  'scope_missing',
  'token_not_permitted',
  'provider_sign_in_required',
  'sign_in_required',
  'token_not_valid',
  'token_misplaced',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
export const secondFactorMethods = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** `sso` means to sign in again at the identity provider. */
export const proofMethods = [...secondFactorMethods, 'password', 'sso'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** The body of a REST error. In tRPC, `error.data` has the same members. */
export interface ErrorBody {
  message: string;
  errors?: FieldErrors;
  current?: object;
  /** The rows that still use the entry that was to be removed. */
  in_use?: UseCounts;
  code?: ErrorCode;
  /** The proofs of identity that the account accepts. */
  methods?: ProofMethod[];
  /** A signed text with which the client continues the sign-in without sending the password again. */
  challenge?: string;
  request_id: string;
}

interface Details {
  errors?: FieldErrors;
  current?: object;
  in_use?: UseCounts;
  more?: Pick<ErrorBody, 'code' | 'methods' | 'challenge'>;
  /** In seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/** An expected error with a message for the caller. It knows nothing of HTTP. */
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

export class NotSignedIn extends DomainError {
  constructor(message: string, details: Details = { more: { code: 'sign_in_required' } }) {
    super(message, details);
  }
}

/** The API token's owner uses single sign-on and has not signed in for a while. */
export class ProviderSignInRequired extends NotSignedIn {
  constructor(days: number) {
    super(
      `The owner of this API token signs in by single sign-on and has not done so for ${days} days. Once they sign in, the token works again.`,
      { more: { code: 'provider_sign_in_required' } },
    );
  }
}
export class Forbidden extends DomainError {}

/** The role needs a second factor, and the account has none. */
export class EnrolmentRequired extends Forbidden {
  constructor() {
    super('Your role needs a second factor. Set one up in your account first.', {
      more: { code: 'second_factor_enrolment_required' },
    });
  }
}

/** The operation is sensitive, and the session's last proof of identity is too old. */
export class StepUpRequired extends Forbidden {
  constructor(methods: ProofMethod[]) {
    super('Please confirm that it is you.', { more: { code: 'step_up_required', methods } });
  }
}

export class ScopeMissing extends Forbidden {
  /** @param scope - the missing one. Without it, no API token may make the call. */
  constructor(scope?: string) {
    super(
      scope
        ? `This API token lacks the scope ${scope}.`
        : 'No scope of an API token admits this call. Sign in for it.',
      { more: { code: 'scope_missing' } },
    );
  }
}

/** Only a signed-in person may do this. */
export class TokenNotPermitted extends Forbidden {
  constructor(message = 'An API token cannot do this. A person must sign in for it.') {
    super(message, { more: { code: 'token_not_permitted' } });
  }
}
export class NotFound extends DomainError {}
export class Conflict extends DomainError {}
/** `If-Match` names another state of the row than the stored one. */
export class PreconditionFailed extends DomainError {}
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

  /** Names the refused one of several rows in each message. Other errors stay. */
  static naming(label: string, error: unknown): unknown {
    if (!(error instanceof RuleBroken)) return error;
    const labelled = Object.entries(error.errors ?? {}).map(([field, messages]) => [
      field,
      messages.map((message) => `“${label}”: ${message}`),
    ]);
    return new RuleBroken(Object.fromEntries(labelled), error.message, { cause: error });
  }
}

// SQLITE_IOERR_SHMSIZE: a file beside the database, which SQLite makes on opening, has no place.
const fullDiskCodes = /^(53100|SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|EFBIG)$/;

/** For the operator. Names both disks that might be full, because the error often names no file. */
export const fullDiskMessage =
  'no space is left on the disk of DATA_DIR, of the database, or of the file that is written';

/** Also when a quota is exceeded, or a file is too large for the file system. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, fullDiskCodes);
}

export function hasCode(error: unknown, codes: RegExp): boolean {
  return causesOf(error).some((cause) => 'code' in cause && codes.test(String(cause.code)));
}

/** The error, its cause, and so on. Empty for what is not an `Error`. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
