import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { company } from '../shared/company.ts';
import { findPasswordProblem } from '../shared/password-rules.ts';

const onePort = z.coerce.number().int().min(0).max(65_535);
const postgresqlUrl = z.url({ protocol: /^postgres(ql)?$/ });
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
// A provider in plain text would hand every sign-in to whoever listens; on this machine nobody does.
const providerAddress = z
  .url({ protocol: /^https?$/ })
  .refine((url) => isSafeAddress(new URL(url)), 'must be an https address, or one of this machine');
const hostName = z
  .string()
  .regex(
    /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i,
    'must be host names, without scheme and port, separated by commas',
  );
const password = z.string().superRefine((text, issues) => {
  const message = findPasswordProblem(text);
  if (message) issues.addIssue({ code: 'custom', message });
});
const sender = z
  .string()
  .regex(/^([^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, 'must be an address, or Name <address>');

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: onePort.default(3000),
  PUBLIC_URL: address.optional(),
  ALLOWED_HOSTS: z.string().default('').transform(toList).pipe(z.array(hostName)),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: postgresqlUrl.optional(),
  DATABASE_REPLICA_URLS: z.string().default('').transform(toList).pipe(z.array(postgresqlUrl)),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: password.optional(),
  ADMIN_NAME: z.string().min(1).max(120).default('Administrator'),
  SEED: z.enum(['starter', 'none']).default('starter'),
  SSO_ISSUER: providerAddress.optional(),
  SSO_CLIENT_ID: z.string().min(1).default('atrium'),
  SSO_CLIENT_SECRET: z.string().min(1).optional(),
  SSO_ROLES_CLAIM: z.string().min(1).default('roles'),
  SSO_SCRIPT_URL: providerAddress.optional(),
  SSO_SCRIPT_GLOBAL: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, 'must be a name of JavaScript')
    .default('SSO'),
  NOTIFY_EMAIL: z.email().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
  S3_ENDPOINT: address.optional(),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  TRUST_PROXY: z.string().default('false').transform(parseTrustProxy),
  MAX_LOOP_DELAY: z.coerce.number().int().min(0).max(60_000).default(1000),
  CDN_SECONDS: z.coerce.number().int().min(0).max(3600).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

const storeSettings = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The names of all settings, in the order of the documentation. */
export const settingNames = Object.keys(Environment.shape);

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads the settings from environment variables, and from a file `.env` where there is one.
 * Throws one `Error` whose message names every bad setting in one line.
 */
export function readSettings(env: NodeJS.ProcessEnv = loadEnvironment()) {
  // An empty variable is how compose files and shells say "unset".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`bad setting: ${problems.join('; ')}`);
  }
  const settings = parsed.data;
  refuseHalfStore(settings);
  if (settings.DATABASE_REPLICA_URLS.length > 0 && !settings.DATABASE_URL) {
    throw new Error(
      'bad setting: DATABASE_REPLICA_URLS: SQLite has no replicas; DATABASE_URL must name the PostgreSQL they follow',
    );
  }
  const { PUBLIC_URL = `http://localhost:${settings.PORT}` } = settings;
  return Object.freeze({
    ...settings,
    PUBLIC_URL,
    DATA_DIR: resolve(settings.DATA_DIR),
    MAIL_FROM: settings.MAIL_FROM ?? `${company.name} <no-reply@${new URL(PUBLIC_URL).hostname}>`,
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

/** `false`, a number of hops (`true` is one), or a list of proxy addresses. */
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

/** Whoever names a part of a store wants their files in it, and not in a folder because a part is missing. */
function refuseHalfStore(settings: z.output<typeof Environment>): void {
  const missing = storeSettings.filter((name) => settings[name] === undefined);
  const isHalf = missing.length < storeSettings.length || settings.S3_ENDPOINT !== undefined;
  if (isHalf && missing.length > 0) {
    throw new Error(`bad setting: ${missing[0]}: is needed for an S3 store`);
  }
}
