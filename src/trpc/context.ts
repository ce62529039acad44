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
import type { SiteSettings, SiteSettingsSource } from '../shared/settings/site.ts';
import type { Cleaner } from '../workers/cleaner.ts';
import type { BodyRules, Meta } from './rest.ts';
import type { Reason } from './stream-wakeup.ts';

export interface ReceivedForm {
  fields: Record<string, unknown>;
  /** Removes the files that no operation has stored. */
  discard(): Promise<void>;
}

/** Records that a signed-in user was refused a call. Returns at once and never throws. */
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
  notifyEmail: string | undefined;
  recordDenial: RecordDenial;
  sso: IdentityProvider | null;
  /** What the company has set for its site. */
  siteSettings: SiteSettingsSource;
  /** The address that visitors use, without a slash at its end. */
  publicUrl: string;
}

export interface Credential {
  kind: 'token' | 'cookie';
  secret: string;
}

export interface RequestFacts {
  id: string;
  /** The client's address. Behind trusted proxies it is the address that they report. */
  address: string;
  /** The declared length of the body; absent for a chunked one. */
  bodyBytes: number | undefined;
  /** Whether the body is declared as JSON. */
  isJson: boolean;
  userAgent: string;
  isBatch: boolean;
  /** Whether the response stays open. A stream does not extend the session. */
  isStream: boolean;
  repeatKey: string | undefined;
  pathParameters: Record<string, string>;
  /** Every session secret that was sent, valid or not. */
  credentials: Credential[];
  deviceCookie: string | undefined;
  /** The cookie of a sign-in for which this browser was redirected to the provider. */
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

/** The context of a procedure. A service receives the `OperationContext` part and the services that it names. */
export interface Context extends OperationContext, Parts {
  request: RequestFacts;
  /** Why the credentials that were sent are not valid. Public procedures ignore it. */
  refusal: DomainError | undefined;
  /** Makes a success respond with the `otherStatus` of the procedure's `rest()`. Through tRPC the status is always 200. */
  setStatus(status: NonNullable<Meta['otherStatus']>): void;
  /**
   * Receives the multipart body within `rules`. Call it only after the caller was authorized. Each field is added to
   * `fields` as it arrives, so that the fields are available even when the form is refused.
   */
  receiveForm(rules: BodyRules, fields?: Record<string, unknown>): Promise<ReceivedForm>;
  cookies: AnswerCookies;
  live: Live;
  resultCache: ResultCache;
  /** Returns whether the session of the request is still valid, for the same user with the same role. */
  isStillSignedIn(): Promise<boolean>;
  /**
   * Writes a warning to the log for the operators. It must not contain anything that a visitor wrote. `facts` become
   * fields of the log line.
   */
  warn(line: string, facts?: Record<string, unknown>): void;
  /**
   * Runs a job after the response. Errors go to the log. With `withinMs` it starts at a random moment within that time.
   * The delay hides the duration of the job from a client that measures later responses.
   */
  later(job: () => Promise<unknown>, withinMs?: number): void;
  /** Returns a public page as visitors would see it with these settings: its status, and its document without scripts. */
  renderDraft(path: string, site: SiteSettings): Promise<{ status: number; document: string }>;
}

export type SignedInContext = Context & { viewer: Viewer };

export type WakeUp = Exclude<Reason, 'session'>;

export interface Live {
  /**
   * Yields `maybe` at once and whenever an event may have been missed, and `news` when an event was sent on the topic.
   * Checks the session each time. Ends when the session does, on `signal`, and when the server closes.
   *
   * @throws {TooManyTries} at once, when the user or the server has too many open streams
   */
  follow(ctx: SignedInContext, topic: string, signal: AbortSignal | undefined): AsyncIterable<WakeUp>;
  close(): void;
}
