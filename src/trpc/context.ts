import type { ResultCache } from '../cache/result-cache.ts';
import type { OperationContext, Viewer } from '../database/operation.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Pictures, SizeMaker } from '../media/pictures.ts';
import type { PrivateFiles } from '../media/private-files.ts';
import type { Passwords } from '../security/passwords.ts';
import type { Secrets } from '../security/secrets.ts';
import type { DomainError } from '../shared/errors.ts';
import type { IdentityProvider } from '../shared/identity-provider.ts';
import type { SecurityLine } from '../shared/security-events.ts';
import type { Cleaner } from '../workers/cleaner.ts';
import type { BodyRules, Meta } from './rest.ts';
import type { Reason } from './stream-wakeup.ts';

/** A received form: its fields as text, its files in quarantine. */
export interface ReceivedForm {
  fields: Record<string, unknown>;
  /** Removes the files that nobody took over. */
  discard(): Promise<void>;
}

/** Records that a signed-in user was refused a call. Neither waits nor throws. */
export type RecordDenial = (ctx: SignedInContext, call: string) => void;

export interface Parts {
  pictures: Pictures;
  sizes: SizeMaker;
  privateFiles: PrivateFiles;
  passwords: Passwords;
  cleaner: Cleaner;
  limits: RateLimiter;
  secrets: Secrets;
  mailer: Mailer;
  /** The address to which new messages are announced by mail. */
  notifyEmail: string | undefined;
  recordDenial: RecordDenial;
  /** The single-sign-on provider; null when none is configured. */
  sso: IdentityProvider | null;
  /** The address that visitors use, without a slash at its end. */
  publicUrl: string;
}

/** A secret that a client sent, and where it was. */
export interface Credential {
  kind: 'token' | 'cookie';
  secret: string;
}

export interface RequestFacts {
  id: string;
  /** The client's address. Behind trusted proxies, the address that they report. */
  address: string;
  /** The declared length of the body; absent for a chunked one. */
  bodyBytes: number | undefined;
  /** Whether the body is declared as JSON. */
  isJson: boolean;
  userAgent: string;
  /** Whether the request carries more than one call. */
  isBatch: boolean;
  /** Whether the response stays open. A session is not extended by it. */
  isStream: boolean;
  /** The `Idempotency-Key` as received. */
  repeatKey: string | undefined;
  pathParameters: Record<string, string>;
  /** Every session secret that was sent, valid or not. */
  credentials: Credential[];
  deviceCookie: string | undefined;
  /** The cookie of a sign-in for which this browser was sent to the provider. */
  flowCookie: string | undefined;
  /** Writes a security event to the server's log on standard output. */
  logSecurity(line: SecurityLine): void;
}

export interface AnswerCookies {
  /** Sets the cookies of a session. `expiresAt` null: until the browser closes. */
  setSession(secret: string, expiresAt: Date | null): void;
  clearSession(): void;
  setDevice(value: string): void;
  /** Sets the cookie of a sign-in at the provider; null clears it. */
  setFlow(value: string | null): void;
}

/** What each procedure receives. A service sees it as `Work` and the services that it names. */
export interface Context extends OperationContext, Parts {
  request: RequestFacts;
  /** Why the credentials that were sent are not valid. Public procedures ignore it. */
  refusal: DomainError | undefined;
  /** Answers a success with the `otherStatus` of the procedure's `rest()`. Through tRPC the status is always 200. */
  setStatus(status: NonNullable<Meta['otherStatus']>): void;
  /**
   * Receives the multipart body within `rules`. It is called only after the caller was authorized. It adds each field to `fields`
   * as it arrives, so that they are available even when the form is refused.
   */
  receiveForm(rules: BodyRules, fields?: Record<string, unknown>): Promise<ReceivedForm>;
  cookies: AnswerCookies;
  live: Live;
  resultCache: ResultCache;
  /** Whether the session of the request is still valid, for the same person with the same role. */
  isStillSignedIn(): Promise<boolean>;
  /**
   * Writes a warning to the log for the operators. It must not contain anything that a visitor wrote. `facts` become fields of
   * the line.
   */
  warn(line: string, facts?: Record<string, unknown>): void;
  /**
   * Runs a job after the response, with `withinMs` at a random moment within that time. What it throws goes to the log. The
   * random delay hides how long the job takes from somebody who measures what the server does next.
   */
  later(job: () => Promise<unknown>, withinMs?: number): void;
}

/** The context of a procedure that only signed-in users may call. */
export type SignedInContext = Context & { viewer: Viewer };

export type WakeUp = Exclude<Reason, 'session'>;

export interface Live {
  /**
   * Yields at once and whenever something may have been missed (`maybe`), and when something was sent on the topic (`news`). The
   * session is checked each time. Ends when the session does, on `signal`, and when the server closes.
   *
   * @throws {TooManyTries} at once, when the person or the server has too many open streams
   */
  follow(ctx: SignedInContext, topic: string, signal: AbortSignal | undefined): AsyncIterable<WakeUp>;
  close(): void;
}
