export interface OAuthClient {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
}

export interface MailboxAddress {
  host: string;
  port: number;
  /** False for `imap://`, which needs STARTTLS. */
  isSecure: boolean;
  user: string;
  signIn: { password: string } | { oauth: OAuthClient };
  folder: string;
}

/** The mailbox, or in words why its settings cannot be used. Neither for a site without a mailbox. */
export interface MailboxSettings {
  address?: MailboxAddress;
  problem?: string;
}

interface ImapVariables {
  IMAP_URL?: string | undefined;
  IMAP_OAUTH_TOKEN_URL?: string | undefined;
  IMAP_OAUTH_CLIENT_ID?: string | undefined;
  IMAP_OAUTH_CLIENT_SECRET?: string | undefined;
  IMAP_OAUTH_SCOPE?: string | undefined;
}

const rule =
  'must be an address like imaps://user:password@host/INBOX, with the characters # / ? @ : of user and password as %23 %2F %3F %40 %3A';

/** A problem never repeats what a setting contains. */
export function readMailboxSettings(variables: ImapVariables): MailboxSettings {
  const { IMAP_URL: text, IMAP_OAUTH_TOKEN_URL, IMAP_OAUTH_CLIENT_ID, IMAP_OAUTH_CLIENT_SECRET } = variables;
  const oauth = [IMAP_OAUTH_TOKEN_URL, IMAP_OAUTH_CLIENT_ID, IMAP_OAUTH_CLIENT_SECRET];
  if (text === undefined) {
    return oauth.some(Boolean) ? { problem: 'IMAP_URL: must be set where IMAP_OAUTH_… is' } : {};
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^imaps?:$/.test(url.protocol) || url.hostname === '') return { problem: `IMAP_URL: ${rule}` };
  if (url.hash !== '' || url.search !== '' || url.pathname.includes('@'))
    return { problem: `IMAP_URL: ${rule}` };
  const [user, password, folder] = [url.username, url.password, url.pathname.slice(1)].map(decode);
  if (user === undefined || password === undefined || folder === undefined)
    return { problem: `IMAP_URL: ${rule}` };
  if (user === '') return { problem: `IMAP_URL: has no user; it ${rule}` };
  const client = readOAuthClient(variables);
  if (client && 'problem' in client) return client;
  if (!client && password === '')
    return { problem: 'IMAP_URL: has no password; one is needed unless IMAP_OAUTH_… is set' };
  const isSecure = url.protocol === 'imaps:';
  return {
    address: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port ? Number(url.port) : isSecure ? 993 : 143,
      isSecure,
      user,
      signIn: client ? { oauth: client } : { password },
      folder: folder || 'INBOX',
    },
  };
}

function readOAuthClient(variables: ImapVariables): OAuthClient | { problem: string } | undefined {
  const {
    IMAP_OAUTH_TOKEN_URL: tokenUrl,
    IMAP_OAUTH_CLIENT_ID: clientId,
    IMAP_OAUTH_CLIENT_SECRET: clientSecret,
    IMAP_OAUTH_SCOPE: scope = '',
  } = variables;
  if (!tokenUrl && !clientId && !clientSecret) return undefined;
  if (!tokenUrl || !clientId || !clientSecret) {
    const missing = !tokenUrl ? 'TOKEN_URL' : !clientId ? 'CLIENT_ID' : 'CLIENT_SECRET';
    return { problem: `IMAP_OAUTH_${missing}: must be set where another IMAP_OAUTH_… is` };
  }
  const isHttps = URL.canParse(tokenUrl) && isSafe(new URL(tokenUrl));
  if (!isHttps)
    return { problem: 'IMAP_OAUTH_TOKEN_URL: must be an https address, or an http address of this machine' };
  return { tokenUrl, clientId, clientSecret, scope };
}

function isSafe({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Server, user and folder. Rows of the database have it, so it must not change. */
export function nameOfMailbox({ host, port, user, folder }: MailboxAddress): string {
  return `${user}@${host}:${port}/${folder}`;
}
