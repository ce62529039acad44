import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { findPasswordFormatProblem } from '../shared/password-rules.ts';
import { roles } from '../shared/roles.ts';

// Each message follows 'bad setting: NAME: ' and says which values are allowed.
const port = wholeNumber(0, 65_535);
const host = z
  .string()
  .refine(
    isHost,
    'must be an address or a name of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for everybody',
  );
const postgresqlUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address like postgres://user:password@host:5432/database',
});
const flag = z.enum(['true', 'false'], { error: 'must be true or false' });
const email = z.email({ error: 'must be an e-mail address' });
const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''));
// Over plain http, others on the network could read every sign-in. Requests to an address of this machine do
// not leave the machine.
const safeAddress = 'must be an https address, or an http address of this machine';
const providerAddress = z
  .url({ protocol: /^https?$/, error: safeAddress, abort: true })
  .refine((url) => isSafeAddress(new URL(url)), safeAddress);
const hostName = z
  .string()
  .regex(
    /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i,
    'must be host names, without scheme and port, separated by commas',
  );
const originRule = 'must be origins such as https://www.example.com, without a path, separated by commas';
const origin = z
  .url({ protocol: /^https?$/, error: originRule, abort: true })
  .refine((text) => new URL(text).origin === text, originRule);
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
const sender = z
  .string()
  .regex(/^([^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, 'must be an address, or Name <address>');
const trustedProxies = z
  .string()
  .refine(
    (text) => [parseTrustProxy(text)].flat().every((one) => typeof one !== 'string' || isProxy(one)),
    'must be false, a number of proxies, or their addresses by commas (10.0.0.1, 10.0.0.0/8, loopback)',
  )
  .transform(parseTrustProxy);

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Environment = z.object({
  HOST: host.default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: address.optional(),
  ALLOWED_HOSTS: z.string().default('').transform(toList).pipe(z.array(hostName)),
  HSTS_SUBDOMAINS: flag.default('false').transform((text) => text === 'true'),
  API_ORIGINS: z.string().default('').transform(toList).pipe(z.array(origin)),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: postgresqlUrl.optional(),
  SECRETS_KEY: z.string().default('').transform(toList).pipe(z.array(sealingKey)),
  BACKUP_RECIPIENTS: z.string().default('').transform(toList).pipe(z.array(recipient)),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: password.optional(),
  ADMIN_NAME: z.string().max(120, 'must be at most 120 characters long').default('Administrator'),
  SEED: z.enum(['starter', 'none'], { error: 'must be starter or none' }).default('starter'),
  SSO_ISSUER: providerAddress.optional(),
  SSO_CLIENT_ID: z.string().min(1).default('atrium'),
  SSO_CLIENT_SECRET: z.string().min(1).optional(),
  SSO_ROLES_CLAIM: z.string().min(1).default('roles'),
  SSO_SCRIPT_URL: providerAddress.optional(),
  SSO_SCRIPT_GLOBAL: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, 'must be a name that JavaScript allows for a variable')
    .default('SSO'),
  SECOND_FACTOR_ROLES: z.string().default('').transform(toList).pipe(z.array(role)),
  STEP_UP_MINUTES: wholeNumber(0, 24 * 60).default(10),
  NOTIFY_EMAIL: email.optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: sender.optional(),
  S3_ENDPOINT: address.optional(),
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

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads the settings from the environment, and by default also from a `.env` file.
 * @throws {Error} with a one-line message that names the invalid settings
 */
export function readSettings(env: NodeJS.ProcessEnv = loadEnvironment()) {
  // Compose files and shells set a variable without a value to an empty string. Such a variable counts as not
  // set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
    throw new Error(`bad setting: ${problems.join('; ')}`);
  }
  const settings = parsed.data;
  refuseHalfStore(settings);
  if (given.DATABASE_REPLICA_URLS !== undefined)
    process.stderr.write('DATABASE_REPLICA_URLS is ignored: all reads go to the database of DATABASE_URL\n');
  const { PUBLIC_URL = `http://localhost:${settings.PORT}` } = settings;
  return Object.freeze({
    ...settings,
    PUBLIC_URL,
    DATA_DIR: resolve(settings.DATA_DIR),
  });
}

function loadEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

function isSafeAddress({ protocol, hostname, hash }: URL): boolean {
  const isOwn = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return hash === '' && (protocol === 'https:' || isOwn);
}

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/**
 * Returns whether the text is an IP address or a host name. A text of only digits and dots must be an IPv4
 * address.
 */
function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true;
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) && !/^[\d.]+$/.test(text);
}

/**
 * Returns whether the text is an address, a range of addresses, or the name of a range, such as `loopback`.
 */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [ip = '', mask, ...more] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || more.length > 0) return false;
  if (mask === undefined || isIP(mask) === family) return true;
  return /^[1-9]\d{0,2}$/.test(mask) && Number(mask) <= (family === 4 ? 32 : 128);
}

/**
 * Returns the number or the addresses of the trusted proxies. Returns false when no proxy is trusted. `true`
 * means one proxy.
 */
function parseTrustProxy(text: string): false | number | string[] {
  const value = text.trim().toLowerCase();
  if (value === 'false' || value === '0') return false;
  if (value === 'true') return 1;
  return /^\d+$/.test(value) ? Number(value) : toList(value);
}

function toList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Checks that the settings of the S3 store are complete or absent. With incomplete settings, silently using
 * the data folder would hide the mistake.
 * @throws {Error} when only a part of the settings is given
 */
function refuseHalfStore(settings: z.output<typeof Environment>): void {
  const given = ([...storeSettings, 'S3_ENDPOINT'] as const).find((name) => settings[name] !== undefined);
  const missing = storeSettings.find((name) => settings[name] === undefined);
  if (given && missing) {
    throw new Error(
      `bad setting: ${missing}: must be set where ${given} is; without both, files are in DATA_DIR`,
    );
  }
}
