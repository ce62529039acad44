import type { ConnectionOptions } from 'node:tls';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { MailboxAddress, MailboxSettings, OAuthClient } from './mailbox-settings.ts';

/** A failure in words for staff, without secrets. */
export class MailboxFailure extends Error {}

interface StoredMail {
  uid: number;
  /** The whole mail, or the beginning of one that is larger than `maxBytes`. */
  bytes: Uint8Array;
  isCut: boolean;
}

/** A signed-in connection. Nothing in the mailbox is changed, not even that a mail is unread. */
export interface OpenMailbox {
  uidValidity: string;
  /** The number that the next mail will have. */
  uidNext: number;
  count: number;
  /** The numbers of mails from `uid` on, in their order. */
  uidsFrom(uid: number): Promise<number[]>;
  /** The numbers of mails that arrived at `moment` or later. */
  uidsSince(moment: Date): Promise<number[]>;
  /** Undefined when the mail is gone. */
  read(uid: number, maxBytes: number): Promise<StoredMail | undefined>;
  /** Resolves when a mail arrives, when the connection ends, or when `signal` is aborted. */
  waitForMail(signal: AbortSignal): Promise<void>;
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface MailboxAccess extends MailboxSettings {
  /** @throws {MailboxFailure} */
  open(): Promise<OpenMailbox>;
}

const connectMs = 15_000;
const silenceMs = 5 * 60_000;
/** Of a larger mail. */
const cutBytes = 256 * 1024;
const dayMs = 24 * 60 * 60_000;

/** `tls` names further certificates to trust, for tests. The library is loaded with the first connection. */
export function createMailboxAccess(
  settings: MailboxSettings,
  { tls = {} }: { tls?: ConnectionOptions } = {},
): MailboxAccess {
  const { address, problem } = settings;
  return {
    ...settings,
    open: async () => {
      if (!address) throw new MailboxFailure(problem ?? 'No mailbox is configured.');
      const secrets =
        'password' in address.signIn ? [address.signIn.password] : [address.signIn.oauth.clientSecret];
      try {
        return await openMailbox(address, tls, secrets);
      } catch (error) {
        throw explainFailure(error, address, secrets);
      }
    },
  };
}

async function openMailbox(
  address: MailboxAddress,
  tls: ConnectionOptions,
  secrets: string[],
): Promise<OpenMailbox> {
  const { host, port, isSecure, user, signIn, folder } = address;
  const auth =
    'password' in signIn
      ? { user, pass: signIn.password }
      : { user, accessToken: await requestAccessToken(signIn.oauth) };
  if (auth.accessToken) secrets.push(auth.accessToken);
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    host,
    port,
    secure: isSecure,
    ...(!isSecure && { doSTARTTLS: true }),
    auth,
    tls: { ...tls, rejectUnauthorized: true },
    logger: false,
    clientInfo: { name: 'Atrium' },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableAutoIdle: true,
  });
  // Without a listener, an error of the connection would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { uidValidity, uidNext, exists } = await client.mailboxOpen(folder, { readOnly: true });
    return asOpenMailbox(client, {
      uidValidity: String(uidValidity),
      uidNext: uidNext || (await uidAfterLast(client)),
      count: exists,
    });
  } catch (error) {
    client.close();
    throw error;
  }
}

/** For servers that leave out `UIDNEXT`. */
async function uidAfterLast(client: ImapFlow): Promise<number> {
  const uids = await client.search({ uid: '*' }, { uid: true });
  return ((uids || []).at(-1) ?? 0) + 1;
}

function asOpenMailbox(
  client: ImapFlow,
  facts: Pick<OpenMailbox, 'uidValidity' | 'uidNext' | 'count'>,
): OpenMailbox {
  const byUid = { uid: true } as const;
  const search = async (query: object) => {
    // Lets the server tell of new mails.
    await client.noop();
    const uids = await client.search(query, byUid);
    return (uids || []).toSorted((a, b) => a - b);
  };
  return {
    ...facts,
    uidsFrom: async (from) => {
      // A range to `*` always has the last mail, even one before `from`.
      const uids = await search({ uid: `${from}:*` });
      return uids.filter((uid) => uid >= from);
    },
    uidsSince: async (moment) => {
      // Servers compare days, in their own time zone.
      const uids = await search({ since: new Date(moment.getTime() - dayMs) });
      const recent: number[] = [];
      for (const uid of uids) {
        const mail = await client.fetchOne(String(uid), { internalDate: true }, byUid);
        if (mail && new Date(mail.internalDate ?? 0) >= moment) recent.push(uid);
      }
      return recent;
    },
    read: async (uid, maxBytes) => {
      const known = await client.fetchOne(String(uid), { size: true }, byUid);
      if (!known) return undefined;
      const isCut = (known.size ?? 0) > maxBytes;
      const source = isCut ? { start: 0, maxLength: cutBytes } : true;
      const mail: FetchMessageObject | false = await client.fetchOne(String(uid), { source }, byUid);
      if (!mail) return undefined;
      return mail.source && { uid, bytes: mail.source, isCut };
    },
    waitForMail: async (signal) => {
      if (signal.aborted || !client.usable) return;
      const arrived = Promise.withResolvers<void>();
      const wake = () => arrived.resolve();
      client.on('exists', wake);
      client.on('close', wake);
      signal.addEventListener('abort', wake, { once: true });
      // Ends by itself with the next command.
      client.idle().catch(() => {});
      await arrived.promise;
      client.off('exists', wake);
      client.off('close', wake);
    },
    isOpen: () => client.usable,
    close: async () => {
      const late = setTimeout(() => client.close(), connectMs);
      await client.logout().catch(() => {});
      clearTimeout(late);
      client.close();
    },
  };
}

/** OAuth 2.0 client credentials (RFC 6749, 4.4), which Microsoft 365 asks of programs. */
async function requestAccessToken({ tokenUrl, clientId, clientSecret, scope }: OAuthClient): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope && { scope }),
  });
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(connectMs),
  }).catch((cause: unknown) => {
    throw new MailboxFailure(
      'The token for the mailbox could not be requested: IMAP_OAUTH_TOKEN_URL does not answer.',
      {
        cause,
      },
    );
  });
  const content = (await answer.json().catch(() => ({}))) as { access_token?: unknown; error?: unknown };
  if (answer.ok && typeof content.access_token === 'string') return content.access_token;
  const code = typeof content.error === 'string' ? content.error.slice(0, 60) : `status ${answer.status}`;
  throw new MailboxFailure(`The token for the mailbox was refused (${code}). Check IMAP_OAUTH_….`);
}

const connectionReasons: Record<string, string> = {
  ECONNREFUSED: 'The server of the mailbox refuses the connection.',
  ECONNRESET: 'The server of the mailbox broke the connection.',
  ETIMEDOUT: 'The server of the mailbox does not answer.',
  CONNECT_TIMEOUT: 'The server of the mailbox does not answer.',
  GREETING_TIMEOUT: 'The server of the mailbox does not answer.',
  UPGRADE_TIMEOUT: 'The server of the mailbox does not answer.',
  ENOTFOUND: 'The name of the mailbox’s server is not known.',
  EAI_AGAIN: 'The name of the mailbox’s server is not known.',
  NoConnection: 'The server of the mailbox broke the connection.',
  EConnectionClosed: 'The server of the mailbox broke the connection.',
};
const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;
const maxWords = 300;

interface ImapError {
  code?: string;
  message?: string;
  responseText?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
}

function explainFailure(
  cause: unknown,
  { folder }: MailboxAddress,
  secrets: readonly string[],
): MailboxFailure {
  if (cause instanceof MailboxFailure) return cause;
  const {
    code = '',
    message = String(cause),
    responseText = '',
    authenticationFailed,
    tlsFailed,
  } = Object(cause) as ImapError;
  const words = withoutSecrets(responseText || message, secrets);
  const explained = () => {
    if (authenticationFailed)
      return `The server of the mailbox refuses user or password. ${responseText ? words : ''}`;
    if (certificateCodes.test(code))
      return `The certificate of the mailbox’s server is not valid, not for its name, or signed by nobody known (${code}).`;
    if (connectionReasons[code]) return connectionReasons[code];
    if (tlsFailed || /STARTTLS/i.test(message))
      return 'The server of the mailbox offers no encryption (STARTTLS), so nothing was sent to it. Use imaps://.';
    if (/nonexistent|does ?n.t exist|not found|unknown mailbox/i.test(responseText))
      return `There is no folder ${folder} in the mailbox.`;
    return `The mailbox could not be read: ${words}`;
  };
  // No cause: it may have what was sent, such as the password.
  return new MailboxFailure(explained().trim());
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const line = text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return secrets
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
    .reduce((left, secret) => (secret ? left.replaceAll(secret, '…') : left), line)
    .trim()
    .slice(0, maxWords);
}
