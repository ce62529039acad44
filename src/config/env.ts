import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const onePort = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: onePort.default(3000),
  PUBLIC_URL: address.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  ADMIN_NAME: z.string().min(1).max(120).default('Administrator'),
  SEED: z.enum(['starter', 'none']).default('starter'),
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
  return Object.freeze({
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
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
