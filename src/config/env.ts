import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import {
  isEmailAddress,
  readMailbox,
  readMailboxes,
  findPasswordFormatProblem,
} from '../shared/account-fields.ts';
import { roles } from '../shared/roles.ts';
import { isOneLine } from '../shared/fields.ts';
import { textOfFile } from '../shared/text-of-file.ts';
import { splitCommaNames } from '../shared/pagination.ts';

// Each message follows 'bad setting: NAME: ' and says which values are allowed.
const port = wholeNumber(0, 65_535);
const host = z
  .string()
  .refine(
    isHost,
    'must be an address or a name of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for everybody',
  );
// A character that is not escaped can end the host early, and the rest would be dropped without a word.
const escaped = 'with the characters # / ? @ of user and password as %23 %2F %3F %40';
const databaseRule = `must be an address like postgres://user:password@host:5432/database, ${escaped}`;
const smtpRule = `must be an address like smtp://user:password@host:587, ${escaped}`;
const isEscaped = (text: string) => {
  const { hash, pathname } = new URL(text);
  return hash === '' && !pathname.includes('@');
};
const postgresqlUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: databaseRule, abort: true })
  .refine(isEscaped, databaseRule);
const smtpUrl = z.url({ protocol: /^smtps?$/, error: smtpRule, abort: true }).refine(isEscaped, smtpRule);
const flag = z.enum(['true', 'false'], { error: 'must be true or false' });
const email = z.string().refine(isEmailAddress, 'must be an email address');
const emails = z
  .string()
  .transform((text) => readMailboxes(text).map(({ address }) => address))
  .refine(
    (addresses) => addresses.every(isEmailAddress),
    'must be email addresses, or Name <address>, separated by commas',
  );
const webAddress = (error: string) => z.url({ protocol: /^https?$/, error, abort: true });
const hasNone = (text: string, parts: readonly ('username' | 'password' | 'search' | 'hash')[]) => {
  const url = new URL(text);
  return parts.every((part) => url[part] === '');
};
const siteOrigin = webAddress('must be an http or https address')
  .refine(
    (text) =>
      hasNone(text, ['username', 'password', 'search', 'hash']) && /^\/*$/.test(new URL(text).pathname),
    'must be scheme and host alone, such as https://www.example.com, without path, query, user and password',
  )
  .transform((text) => new URL(text).origin);
// Some stores are below a path.
const storeAddress = webAddress('must be an http or https address')
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
const issuer = providerAddress.refine(
  (text) => hasNone(text, ['search']),
  'must be an address without a query',
);
const scriptAddress = providerAddress;
const hostName = z
  .string()
  .regex(
    /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i,
    'must be host names, without scheme and port, separated by commas',
  );
const originRule = 'must be origins such as https://www.example.com, without a path, separated by commas';
const origin = webAddress(originRule).refine((text) => new URL(text).origin === text, originRule);
const privateHost = z
  .string()
  .refine(
    (text) => URL.parse(`http://${text}`)?.host === text,
    'must be hosts with their ports, such as 10.0.0.5:8080, separated by commas',
  );
const password = z.string().superRefine((text, issues) => {
  const message = findPasswordFormatProblem(text);
  if (message) issues.addIssue({ code: 'custom', message });
});
const sealingKey = z
  .string()
  .regex(
    /^([\w+/-]{43}=?|[\da-f]{64})$/i,
    'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them; several are separated by commas',
  );
const role = z.enum(roles, { error: `must be roles, separated by commas: ${roles.join(', ')}` });
const recipient = z
  .string()
  .regex(/^age1[a-z\d]{50,}$/, 'must be age recipients, which begin with age1, separated by commas');
// The domain of a sender may be a name of the local network, which has no dot.
const sender = z
  .string()
  .refine(
    (text) => isOneLine(text) && isSenderAddress(readMailbox(text).address),
    'must be an address, or Name <address>',
  );
const trustedProxies = z
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

function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
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
  return /^\d+$/.test(value) ? Number(value) : splitCommaNames(value);
}

/**
 * Reads a file of lines `NAME=value`, if there is one.
 * @throws {Error} with a one-line message when a value of `names` would lose a part
 */
export function readEnvFile(path: string, names: readonly string[]): NodeJS.Dict<string> {
  if (!existsSync(path)) return {};
  const text = textOfFile(readFileSync(path), path);
  for (const { name, problem } of cutValues(text)) {
    if (names.includes(name)) throw new Error(`bad setting: ${name}: ${problem}`);
  }
  return parseEnv(text);
}

/** An assignment as `parseEnv` reads it. A value in quotes may have several lines. */
const assignments = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:(["'`])([\s\S]*?)\2(.*)|(.*))$/gm;

const cutAtHash =
  'its value in .env is cut at a #. Put the value in quotes, or a blank before the # of a comment';
const cutAtQuote =
  'its value in .env is cut at the second quote. Put the value in quotes of another kind (" or \' or `)';

/** Finds values that `parseEnv` cuts, where no blank marks a comment. */
function cutValues(text: string): { name: string; problem: string }[] {
  return [...text.replaceAll(/\r\n?/g, '\n').matchAll(assignments)].flatMap(
    ([, name = '', quote, _quoted, rest = '', plain = '']) => {
      if (quote) return /^\s*(#|$)/.test(rest) ? [] : { name, problem: cutAtQuote };
      const hash = plain.indexOf('#');
      return hash < 0 || /\s/.test(plain.charAt(hash - 1)) ? [] : { name, problem: cutAtHash };
    },
  );
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Environment = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: siteOrigin.optional(),
  ALLOWED_HOSTS: z.string().default('').transform(splitCommaNames).pipe(z.array(hostName)),
  HSTS_SUBDOMAINS: flag.default('false').transform((text) => text === 'true'),
  API_ORIGINS: z.string().default('').transform(splitCommaNames).pipe(z.array(origin)),
  WEBHOOK_HOSTS: z.string().default('').transform(splitCommaNames).pipe(z.array(privateHost)),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: postgresqlUrl.optional(),
  SECRETS_KEY: z.string().default('').transform(splitCommaNames).pipe(z.array(sealingKey)),
  BACKUP_RECIPIENTS: z.string().default('').transform(splitCommaNames).pipe(z.array(recipient)),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: password.optional(),
  ADMIN_NAME: z.string().max(120, 'must be at most 120 characters long').default('Administrator'),
  SEED: z.enum(['starter', 'none'], { error: 'must be starter or none' }).default('starter'),
  SSO_ISSUER: issuer.optional(),
  SSO_CLIENT_ID: z.string().min(1).default('atrium'),
  SSO_CLIENT_SECRET: z.string().min(1).optional(),
  SSO_ROLES_CLAIM: z.string().min(1).default('roles'),
  SSO_SCRIPT_URL: scriptAddress.optional(),
  SSO_SCRIPT_GLOBAL: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, 'must be a name that JavaScript allows for a variable')
    .default('SSO'),
  SSO_TOKEN_DAYS: wholeNumber(1, 366).default(30),
  SECOND_FACTOR_ROLES: z.string().default('').transform(splitCommaNames).pipe(z.array(role)),
  STEP_UP_MINUTES: wholeNumber(0, 24 * 60).default(10),
  NOTIFY_EMAIL: emails.default([]),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  // Checked by `readMailboxSettings`: the site runs on without its mailbox.
  IMAP_URL: z.string().optional(),
  IMAP_OAUTH_TOKEN_URL: z.string().optional(),
  IMAP_OAUTH_CLIENT_ID: z.string().optional(),
  IMAP_OAUTH_CLIENT_SECRET: z.string().optional(),
  IMAP_OAUTH_SCOPE: z.string().default('https://outlook.office365.com/.default'),
  S3_ENDPOINT: storeAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^.{3,63}$/, 'must be the name of a bucket, which has 3 to 63 characters')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  TRUST_PROXY: trustedProxies.default(false),
  MAX_LOOP_DELAY: wholeNumber(0, 60_000).default(1000),
  CDN_SECONDS: wholeNumber(0, 3600).default(0),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
});

const storeSettings = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export const settingNames = Object.keys(Environment.shape);

/** Each may be in a file instead, named by the variable with `_FILE`, as container platforms have it. */
export const secretNames = [
  'DATABASE_URL',
  'SECRETS_KEY',
  'ADMIN_PASSWORD',
  'SSO_CLIENT_SECRET',
  'METRICS_TOKEN',
  'SMTP_URL',
  'IMAP_URL',
  'IMAP_OAUTH_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const satisfies (keyof z.input<typeof Environment>)[];

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads the environment, and by default a `.env` file too.
 * @throws {Error} with a one-line message that names the invalid settings
 */
export function readSettings(env: NodeJS.ProcessEnv = loadEnvironment()) {
  // Compose files and shells set a variable without a value to an empty string.
  const variables = withSecretFiles(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
    throw new Error(`bad setting: ${problems.join('; ')}`);
  }
  const settings = parsed.data;
  refuseHalfStore(settings);
  if (variables.DATABASE_REPLICA_URLS !== undefined)
    process.stderr.write('DATABASE_REPLICA_URLS is ignored: all reads go to the database of DATABASE_URL\n');
  const { PUBLIC_URL = `http://localhost:${settings.PORT}` } = settings;
  return Object.freeze({
    ...settings,
    PUBLIC_URL,
    DATA_DIR: resolve(settings.DATA_DIR),
  });
}

/** Adds `.env` to `process.env`, so that child processes get its settings. */
function loadEnvironment(): NodeJS.ProcessEnv {
  const names = [...settingNames, ...secretNames.map((name) => `${name}_FILE`)];
  for (const [name, value] of Object.entries(readEnvFile('.env', names))) process.env[name] ??= value;
  return process.env;
}

/** @throws {Error} when a file cannot be read or is empty, or when the secret is given in both ways */
function withSecretFiles(variables: NodeJS.Dict<string>): NodeJS.Dict<string> {
  const secrets = secretNames.flatMap((name) => {
    const path = variables[`${name}_FILE`];
    if (path === undefined) return [];
    if (variables[name] !== undefined)
      throw new Error(`bad setting: ${name}_FILE: must not be set together with ${name}`);
    return [[name, readSecret(`${name}_FILE`, path)]];
  });
  return { ...variables, ...Object.fromEntries(secrets) };
}

function readSecret(variable: string, path: string): string {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`bad setting: ${variable}: ${path} cannot be read (${code})`, { cause });
  }
  // Editors end a file with a line break.
  const secret = textOfFile(content, `bad setting: ${variable}: ${path}`).replace(/\r?\n$/, '');
  if (secret === '') throw new Error(`bad setting: ${variable}: ${path} is empty`);
  return secret;
}

/**
 * If a half-set S3 store silently meant the data folder, nobody would notice.
 * @throws {Error} when only a part of the settings is given
 */
function refuseHalfStore(settings: z.output<typeof Environment>): void {
  const present = ([...storeSettings, 'S3_ENDPOINT'] as const).find((name) => settings[name] !== undefined);
  const missing = storeSettings.find((name) => settings[name] === undefined);
  if (present && missing) {
    throw new Error(
      `bad setting: ${missing}: must be set where ${present} is; without both, files are in DATA_DIR`,
    );
  }
}
