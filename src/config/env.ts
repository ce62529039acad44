import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { textOfFile } from '../shared/text-of-file.ts';
import {
  email,
  emails,
  flag,
  host,
  hostName,
  issuer,
  origin,
  password,
  port,
  postgresqlUrl,
  recipient,
  role,
  scriptAddress,
  sealingKey,
  sender,
  siteOrigin,
  smtpUrl,
  storeAddress,
  toList,
  trustedProxies,
  wholeNumber,
} from './value-types.ts';

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
  SECOND_FACTOR_ROLES: z.string().default('').transform(toList).pipe(z.array(role)),
  STEP_UP_MINUTES: wholeNumber(0, 24 * 60).default(10),
  NOTIFY_EMAIL: emails.default([]),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
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
  const given = withSecretFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
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

/** Into the environment, so that processes that this one starts have them too. */
function loadEnvironment(): NodeJS.ProcessEnv {
  const names = [...settingNames, ...secretNames.map((name) => `${name}_FILE`)];
  for (const [name, value] of Object.entries(readEnvFile('.env', names))) process.env[name] ??= value;
  return process.env;
}

/** @throws {Error} when a file cannot be read or is empty, or when the secret is given in both ways */
function withSecretFiles(given: NodeJS.Dict<string>): NodeJS.Dict<string> {
  const secrets = secretNames.flatMap((name) => {
    const path = given[`${name}_FILE`];
    if (path === undefined) return [];
    if (given[name] !== undefined)
      throw new Error(`bad setting: ${name}_FILE: must not be set together with ${name}`);
    return [[name, readSecret(`${name}_FILE`, path)]];
  });
  return { ...given, ...Object.fromEntries(secrets) };
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
  const given = ([...storeSettings, 'S3_ENDPOINT'] as const).find((name) => settings[name] !== undefined);
  const missing = storeSettings.find((name) => settings[name] === undefined);
  if (given && missing) {
    throw new Error(
      `bad setting: ${missing}: must be set where ${given} is; without both, files are in DATA_DIR`,
    );
  }
}
