import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isBuildStale } from '../../src/build/freshness.js';

/**
 * Builds the client once, before any test starts the real server: two servers must not build at the same time. In a process
 * of its own, as the test runner's NODE_ENV would make it a build for tests.
 */
export default async function setup(): Promise<void> {
  if (!isBuildStale()) return;
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['src/commands/build.ts'], { env });
}
