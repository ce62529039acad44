import type { Ctx, Viewer, ViewerToken } from '../database/ctx.ts';
import type { CallLimiter, RateLimiter } from '../limits/rate-limiter.ts';
import type { MailboxAccess } from '../mail/mailbox.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { PictureStore } from '../pictures/processing/picture-store.ts';
import type { PrivateFiles } from '../pictures/files/storage.ts';
import type { PasswordFilter } from '../security/password-filter.ts';
import type { Passwords } from '../security/passwords.ts';
import type { Secrets } from '../security/secrets.ts';
import type { DomainError, ProofMethod } from '../shared/errors.ts';
import type { IdentityProvider } from '../security/identity-provider.ts';
import type { CallProcedure } from '../shared/page-renderer.ts';
import type { Role } from '../shared/roles.ts';
import type { SecurityLine } from '../shared/security-events.ts';
import type { SiteSettings, SiteSettingsSource } from '../shared/settings/site-settings.ts';
import type { HtmlCleaner } from '../workers/html-cleaner.ts';
import type { MailReader } from '../workers/mail-reader.ts';
import type { LiveStreams } from './live-streams.ts';
import type { Presence } from './presence.ts';
import type { BodyRules, ProcedureMeta } from './procedure-meta.ts';

export interface ReceivedForm {
  fields: Record<string, unknown>;
  discard(): Promise<void>;
}

/** A view as the page tells it. */
export interface SeenView {
  path: string;
  is_visit: boolean;
  from?: string | undefined;
  campaign?: string | undefined;
  userAgent: string;
  address: string;
}
type CountView = (view: SeenView, site: SiteSettings) => Promise<void>;

export type RecordDenial = (ctx: SignedInContext, call: string) => void;

export type FindProofs = (ctx: Pick<Ctx, 'em'>, userId: number) => Promise<ProofMethod[]>;

export interface ContextParts {
  pictures: PictureStore;
  privateFiles: PrivateFiles;
  passwords: Passwords;
  passwordFilter: PasswordFilter;
  cleaner: HtmlCleaner;
  mailReader: MailReader;
  mailbox: MailboxAccess;
  limits: RateLimiter;
  callLimiter: CallLimiter;
  countView: CountView;
  secrets: Secrets;
  mailer: Mailer;
  notifyEmails: readonly string[];
  recordDenial: RecordDenial;
  sso: IdentityProvider | null;
  siteSettings: SiteSettingsSource;
  publicUrl: string;
  /** Hosts of private networks, with their ports, that webhooks may call. */
  webhookHosts: readonly string[];
  /** In minutes: how long a proof of identity is enough for sensitive acts. 0: none is needed. */
  stepUpMinutes: number;
  /** People with these roles must set up a second factor before they can do anything else. */
  secondFactorRoles: readonly Role[];
  findProofs: FindProofs;
}

export interface Credential {
  kind: 'token' | 'cookie';
  secret: string;
}

interface RequestFacts {
  id: string;
  /** Behind trusted proxies, the address that they report. */
  address: string;
  bodyBytes: number | undefined;
  isJson: boolean;
  userAgent: string;
  isBatch: boolean;
  /** A stream stays open for long, so it must not extend the session. */
  isStream: boolean;
  repeatKey: string | undefined;
  pathParameters: Record<string, string>;
  credentials: Credential[];
  deviceCookie: string | undefined;
  /** Identifies a sign-in that redirected this browser to the identity provider. */
  flowCookie: string | undefined;
  logSecurity(line: SecurityLine): void;
}

export interface AnswerCookies {
  /** If `expiresAt` is null, the cookie lasts until the browser closes. */
  setSession(secret: string, expiresAt: Date | null): void;
  clearSession(): void;
  setDevice(value: string): void;
  setFlow(value: string | null): void;
}

export interface Context extends Ctx, ContextParts {
  request: RequestFacts;
  /** Why the credentials are not valid, or undefined. Public procedures ignore invalid ones. */
  refusal: DomainError | undefined;
  /** Makes a successful response use the `otherStatus` of `rest()`. Through tRPC the status is always 200. */
  setStatus(status: NonNullable<ProcedureMeta['otherStatus']>): void;
  /** Only for an authorized caller. `fields` is filled while the form arrives, even if it is refused. */
  receiveForm(rules: BodyRules, fields?: Record<string, unknown>): Promise<ReceivedForm>;
  cookies: AnswerCookies;
  live: LiveStreams;
  presence: Presence;
  isStillSignedIn(): Promise<boolean>;
  /**
   * Also sets the headers with the remaining calls.
   * @throws {TooManyTries} when the limit is used up
   */
  countCall(token: ViewerToken): void;
  /** For jobs that run after the response. The call itself uses `now`. */
  clock(): Date;
  /** To the log for operators, so `line` must not contain anything that a visitor wrote. */
  warn(line: string, facts?: Record<string, unknown>): void;
  /**
   * Runs `job` after the response, `afterMs` plus a random time of up to `withinMs` later, so that later responses do
   * not reveal how long it takes. At once when the server stops.
   */
  later(job: () => Promise<unknown>, withinMs?: number, afterMs?: number): void;
  /** Without scripts, as visitors would see it. `around` wraps the calls, so that they can find a draft. */
  renderDraft(
    path: string,
    site: SiteSettings,
    around?: (call: CallProcedure) => CallProcedure,
  ): Promise<{ status: number; document: string }>;
}

export type SignedInContext = Context & { viewer: Viewer };
