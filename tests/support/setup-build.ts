import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isBuildStale } from '../../src/build/freshness.js';
import { ensurePasswordFilter } from '../../src/build/password-filter.ts';

/**
 * Builds the client and the server if the build is stale. Builds once for all tests, because two servers must not build
 * at the same time. The build runs in a separate process without NODE_ENV, because the test runner's value would change
 * the build.
 */
export default async function setup(): Promise<void> {
  if (!isBuildStale()) return ensurePasswordFilter();
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['src/commands/build.ts'], { env });
}
