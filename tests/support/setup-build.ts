import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isBuildStale } from '../../src/build/freshness.js';
import type { TestProject } from 'vitest/node';
import { ensurePasswordFilter } from '../../src/build/password-filter.ts';
import { doTestsMention } from './tests-that-run.ts';

/** What only a test names that reads the build, or starts the server as `npm start` does. */
const ofTheBuild = /dist\/(?:client|server|program)|commands\/start\.js/;

export function isBuildNeeded(project: TestProject): Promise<boolean> {
  return doTestsMention(project, ofTheBuild);
}

/**
 * Builds the client and the server if the build is stale and a test needs it. Once for all tests, because two servers
 * must not build at the same time, and without NODE_ENV, because the test runner's value would change the build.
 */
export default async function setup(project: TestProject): Promise<void> {
  if (!isBuildStale() || !(await isBuildNeeded(project))) return ensurePasswordFilter();
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, ['src/commands/build.ts'], { env });
}
