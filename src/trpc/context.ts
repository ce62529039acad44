import type { Viewer, Work } from '../database/work.ts';
import type { Limits } from '../limits/limits.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Pictures } from '../media/pictures.ts';
import type { Passwords } from '../security/passwords.ts';
import type { Secrets } from '../security/secrets.ts';
import type { DomainError } from '../shared/errors.ts';
import type { FormFiles } from '../shared/upload.ts';
import type { Meta } from './rest.ts';

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
  passwords: Passwords;
  limits: Limits;
  secrets: Secrets;
  mailer: Mailer;
  noteDenial: NoteDenial;
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
  userAgent: string;
  /** More than one call came in this request. */
  isBatch: boolean;
  /** The parameters in a REST path; empty through tRPC, where they stand in the input. */
  pathParameters: Record<string, string>;
  /** Every session secret that came along, whether it counts or not. */
  credentials: Credential[];
  /** The cookie by which we know a browser again, as it came. */
  deviceCookie: string | undefined;
}

/** Sets and clears cookies of the answer. */
export interface AnswerCookies {
  /** The cookies that carry a session; `expiresAt` null: until the browser closes. */
  setSession(secret: string, expiresAt: Date | null): void;
  clearSession(): void;
  setDevice(value: string): void;
}

/** What each procedure is handed; a service sees it as `Work` and the parts it names. */
export interface Context extends Work, Parts {
  request: RequestFacts;
  /** Why credentials that did come don't count. What needs nobody signed in is not held up by it. */
  refusal: DomainError | undefined;
  /** Answers a success with the `otherStatus` of the procedure's `rest()`; through tRPC it is always 200. */
  setStatus(status: NonNullable<Meta['otherStatus']>): void;
  /** Receives the multipart body; called only after the caller's rights are settled. */
  receiveForm(files: FormFiles): Promise<ReceivedForm>;
  cookies: AnswerCookies;
  /** Runs a job after the answer; what it throws goes to the log. */
  later(job: () => Promise<unknown>): void;
}

/** The context after a procedure has made sure that somebody is signed in. */
export type SignedInContext = Context & { viewer: Viewer };
