import { isIP } from 'node:net';
import { z } from 'zod';
import { isEmailAddress, readMailbox, readMailboxes } from '../shared/account-fields.ts';
import { findPasswordFormatProblem } from '../shared/passwords.ts';
import { isOneLine } from '../shared/text-fields.ts';
import { roles } from '../shared/roles.ts';

// Each message follows 'bad setting: NAME: ' and says which values are allowed.
export const port = wholeNumber(0, 65_535);
export const host = z
  .string()
  .refine(
    isHost,
    'must be an address or a name of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for everybody',
  );
// A character that is not escaped can end the host early, and the rest would be dropped without a word.
const escaped = 'must have the characters # / ? @ of its user and password as %23 %2F %3F %40';
const isEscaped = (text: string) => {
  const { hash, pathname } = new URL(text);
  return hash === '' && !pathname.includes('@');
};
export const postgresqlUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be an address like postgres://user:password@host:5432/database',
    abort: true,
  })
  .refine(isEscaped, escaped);
export const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    error: 'must be an address like smtp://user:password@host:587',
    abort: true,
  })
  .refine(isEscaped, escaped);
export const flag = z.enum(['true', 'false'], { error: 'must be true or false' });
export const email = z.string().refine(isEmailAddress, 'must be an e-mail address');
export const emails = z
  .string()
  .transform((text) => readMailboxes(text).map(({ address }) => address))
  .refine(
    (addresses) => addresses.every(isEmailAddress),
    'must be e-mail addresses, or Name <address>, separated by commas',
  );
const webAddress = (error: string) => z.url({ protocol: /^https?$/, error, abort: true });
const hasNone = (text: string, parts: readonly ('username' | 'password' | 'search' | 'hash')[]) => {
  const url = new URL(text);
  return parts.every((part) => url[part] === '');
};
export const siteOrigin = webAddress('must be an http or https address')
  .refine(
    (text) =>
      hasNone(text, ['username', 'password', 'search', 'hash']) && /^\/*$/.test(new URL(text).pathname),
    'must be scheme and host alone, such as https://www.example.com, without path, query, user and password',
  )
  .transform((text) => new URL(text).origin);
// Some stores are below a path.
export const storeAddress = webAddress('must be an http or https address')
  .refine(
    (text) => hasNone(text, ['username', 'password', 'search', 'hash']),
    'must be an address without query, user and password',
  )
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));
// Over plain http, others on the network could read every sign-in. Requests to this machine do not leave it.
const safeAddress = 'must be an https address, or an http address of this machine';
const providerAddress = webAddress(safeAddress)
  .refine((text) => isSafeAddress(new URL(text)), { error: safeAddress, abort: true })
  .refine((text) => hasNone(text, ['username', 'password']), 'must be an address without user and password');
/** Tokens name their issuer to the letter, so its address is not normalized. */
export const issuer = providerAddress.refine(
  (text) => hasNone(text, ['search']),
  'must be an address without a query',
);
export const scriptAddress = providerAddress;
export const hostName = z
  .string()
  .regex(
    /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i,
    'must be host names, without scheme and port, separated by commas',
  );
const originRule = 'must be origins such as https://www.example.com, without a path, separated by commas';
export const origin = webAddress(originRule).refine((text) => new URL(text).origin === text, originRule);
export const password = z.string().superRefine((text, issues) => {
  const message = findPasswordFormatProblem(text);
  if (message) issues.addIssue({ code: 'custom', message });
});
export const sealingKey = z
  .string()
  .regex(
    /^([\w+/-]{43}=?|[\da-f]{64})$/i,
    'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them; several are separated by commas',
  );
export const role = z.enum(roles, { error: `must be roles, separated by commas: ${roles.join(', ')}` });
export const recipient = z
  .string()
  .regex(/^age1[a-z\d]{50,}$/, 'must be age recipients, which begin with age1, separated by commas');
// The domain of a sender may be a name of the local network, which has no dot.
export const sender = z
  .string()
  .refine(
    (text) => isOneLine(text) && isSenderAddress(readMailbox(text).address),
    'must be an address, or Name <address>',
  );
export const trustedProxies = z
  .string()
  .refine(
    (text) => [parseTrustProxy(text)].flat().every((one) => typeof one !== 'string' || isProxy(one)),
    'must be false, a number of proxies, or their addresses by commas (10.0.0.1, 10.0.0.0/8, loopback)',
  )
  .transform(parseTrustProxy);

function isSenderAddress(address: string): boolean {
  return isEmailAddress(address) || isEmailAddress(`${address}.local`);
}

function isSafeAddress({ protocol, hostname, hash }: URL): boolean {
  const isOwn = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return hash === '' && (protocol === 'https:' || isOwn);
}

export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** A text of only digits and dots must be an IPv4 address. */
function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true;
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) && !/^[\d.]+$/.test(text);
}

/** An address, a range of addresses, or the name of a range, such as `loopback`. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [ip = '', mask, ...more] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || more.length > 0) return false;
  if (mask === undefined) return true;
  if (family === 4 && isIP(mask) === 4) return isMask(mask);
  return /^[1-9]\d{0,2}$/.test(mask) && Number(mask) <= (family === 4 ? 32 : 128);
}

/** No bit that is set follows one that is not, as in 255.255.240.0. */
function isMask(mask: string): boolean {
  return /^1*0*$/.test(
    mask
      .split('.')
      .map((byte) => Number(byte).toString(2).padStart(8, '0'))
      .join(''),
  );
}

/** The number or the addresses of proxies. `true` means one proxy. */
function parseTrustProxy(text: string): false | number | string[] {
  const value = text.trim().toLowerCase();
  if (value === 'false' || value === '0') return false;
  if (value === 'true') return 1;
  return /^\d+$/.test(value) ? Number(value) : toList(value);
}

export function toList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
