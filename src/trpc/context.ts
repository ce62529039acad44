import type { Viewer, Work } from '../database/work.ts';
import type { Pictures } from '../media/pictures.ts';
import type { Passwords } from '../security/passwords.ts';
import type { DomainError } from '../shared/errors.ts';
import type { FormFiles } from '../shared/upload.ts';

/** A form as it was received: its fields as text, its files in quarantine. */
export interface ReceivedForm {
  fields: Record<string, unknown>;
  /** Removes what nobody took over from quarantine. */
  discard(): Promise<void>;
}

/** The long-lived parts that services use, made once at start. */
export interface Parts {
  pictures: Pictures;
  passwords: Passwords;
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
}

/** What each procedure is handed; a service sees it as `Work` and the parts it names. */
export interface Context extends Work, Parts {
  request: RequestFacts;
  /** Why credentials that did come don't count. What needs nobody signed in is not held up by it. */
  refusal: DomainError | undefined;
  /** Receives the multipart body; called only after the caller's rights are settled. */
  receiveForm(files: FormFiles): Promise<ReceivedForm>;
  /** Sets and clears the cookies that carry a session. */
  sessionCookies: {
    /** `expiresAt` null: until the browser closes. */
    set(secret: string, expiresAt: Date | null): void;
    clear(): void;
  };
}

/** The context after a procedure has made sure that somebody is signed in. */
export type SignedInContext = Context & { viewer: Viewer };
