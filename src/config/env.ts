import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { company } from '../shared/company.ts';
import { findPasswordProblem } from '../shared/password-rules.ts';

const onePort = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
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
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: password.optional(),
  ADMIN_NAME: z.string().min(1).max(120).default('Administrator'),
  SEED: z.enum(['starter', 'none']).default('starter'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: sender.optional(),
  TRUST_PROXY: z.string().default('false').transform(parseTrustProxy),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

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

/** `false`, a number of hops (`true` is one), or a list of proxy addresses. */
function parseTrustProxy(text: string): false | number | string[] {
  const value = text.trim().toLowerCase();
  if (value === 'false' || value === '0') return false;
  if (value === 'true') return 1;
  return /^\d+$/.test(value) ? Number(value) : value.split(',').map((part) => part.trim());
}
