import type { ResultCache } from '../cache/result-cache.ts';
import type { Viewer, Work } from '../database/work.ts';
import type { Limits } from '../limits/limits.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Pictures, SizeMaker } from '../media/pictures.ts';
import type { PrivateFiles } from '../media/private-files.ts';
import type { Passwords } from '../security/passwords.ts';
import type { Secrets } from '../security/secrets.ts';
import type { DomainError } from '../shared/errors.ts';
import type { IdentityProvider } from '../shared/identity-provider.ts';
import type { SecurityLine } from '../shared/security-events.ts';
import type { Cleaner } from '../workers/cleaner.ts';
import type { Live } from './live.ts';
import type { BodyRules, Meta } from './rest.ts';

/** A form as it was received: its fields as text, its files in quarantine. */
export interface ReceivedForm {
  fields: Record<string, unknown>;
  /** Removes what nobody took over from quarantine. */
  discard(): Promise<void>;
}

/** Notes that somebody who is signed in was refused a call. It neither waits nor throws. */
export type NoteDenial = (ctx: SignedInContext, call: string) => void;

/** The long-lived parts that services use, made once at start. */
export interface Parts {
  pictures: Pictures;
  sizes: SizeMaker;
  privateFiles: PrivateFiles;
  passwords: Passwords;
  cleaner: Cleaner;
  limits: Limits;
  secrets: Secrets;
  mailer: Mailer;
  /** Where new messages are announced by mail. */
  notifyEmail: string | undefined;
  noteDenial: NoteDenial;
  /** Where people may sign in besides; null when none is set. */
  sso: IdentityProvider | null;
  /** The address that visitors use, without a slash at its end. */
  publicUrl: string;
}

/** A secret that a client showed, and where it stood. */
export interface Credential {
  kind: 'token' | 'cookie';
  secret: string;
}

/** What the request brings, besides its input. */
export interface RequestFacts {
  id: string;
  /** The client's address, behind trusted proxies the one they name. */
  address: string;
  /** The length that the body is said to have; absent for one that comes in chunks. */
  bodyBytes: number | undefined;
  userAgent: string;
  /** More than one call came in this request. */
  isBatch: boolean;
  /** The answer stays open; nobody need sit before it. */
  isStream: boolean;
  /** The key by which the caller marks a create that may come again, as it came. */
  repeatKey: string | undefined;
  /** The parameters in a REST path; empty through tRPC, where they stand in the input. */
  pathParameters: Record<string, string>;
  /** Every session secret that came along, whether it counts or not. */
  credentials: Credential[];
  /** The cookie by which we know a browser again, as it came. */
  deviceCookie: string | undefined;
  /** What this browser keeps of a sign-in that it was sent to the provider for. */
  flowCookie: string | undefined;
  /** Writes a security event into the server's log, on standard output. */
  logSecurity(line: SecurityLine): void;
}

/** Sets and clears cookies of the answer. */
export interface AnswerCookies {
  /** The cookies that carry a session; `expiresAt` null: until the browser closes. */
  setSession(secret: string, expiresAt: Date | null): void;
  clearSession(): void;
  setDevice(value: string): void;
  /** Kept while a person is at the provider; null when they are back. */
  setFlow(value: string | null): void;
}

/** What each procedure is handed; a service sees it as `Work` and the parts it names. */
export interface Context extends Work, Parts {
  request: RequestFacts;
  /** Why credentials that did come don't count. What needs nobody signed in is not held up by it. */
  refusal: DomainError | undefined;
  /** Answers a success with the `otherStatus` of the procedure's `rest()`; through tRPC it is always 200. */
  setStatus(status: NonNullable<Meta['otherStatus']>): void;
  /**
   * Receives the multipart body within its rules; called only after the caller's rights are settled. `fields` takes what comes as
   * it comes, so that it is there even when the form is refused.
   */
  receiveForm(rules: BodyRules, fields?: Record<string, unknown>): Promise<ReceivedForm>;
  cookies: AnswerCookies;
  /** The open streams of this process. */
  live: Live;
  resultCache: ResultCache;
  /** Whether the session that the request came with still counts, for the same person in the same role. */
  isStillSignedIn(): Promise<boolean>;
  /** Writes a line into the log for the people who run the house; it holds no words of a visitor. `facts` become fields of the line. */
  warn(line: string, facts?: Record<string, unknown>): void;
  /**
   * Runs a job after the answer, at a random moment within `withinMs` where that is given; what it throws goes to the log. The random
   * delay hides how long the job takes from somebody who measures what the server does next.
   */
  later(job: () => Promise<unknown>, withinMs?: number): void;
}

/** The context after a procedure has made sure that somebody is signed in. */
export type SignedInContext = Context & { viewer: Viewer };
