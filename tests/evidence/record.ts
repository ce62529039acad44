import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { readArguments } from '../../src/run-command.ts';
import { evidenceOf, evidencePath, readEvidence, recordsOf, type TestRecord } from './evidence.ts';

const usage =
  'usage: npm run evidence [-- FILE]   records which tests call what: all, or those of some files';

/**
 * Runs the tests of server and client, each file in a process of its own, and records which declarations of the product
 * it calls. `npm run test:changed` chooses by it. Without filters all files are run; with some, the record of the others
 * stays as it is.
 */
export async function recordEvidence(filters: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  process.env.TEST_EVIDENCE = folder;
  const run = await startVitest('test', filters, {
    run: true,
    project: ['server', 'both', 'client'],
    isolate: true,
  });
  await run.close();

  const recorded = readdirSync(folder).map(
    (name): TestRecord => JSON.parse(readFileSync(join(folder, name), 'utf8')),
  );
  rmSync(folder, { recursive: true });
  const isRecorded = new Set(recorded.map(({ test }) => test));
  const others = filters.length > 0 ? recordsOf(readEvidence()) : [];
  const kept = others.filter(({ test }) => !isRecorded.has(test) && existsSync(test));
  const evidence = evidenceOf([...recorded, ...kept]);
  writeFileSync(evidencePath, `${JSON.stringify(evidence)}\n`);
  console.log(
    `${evidencePath}: ${evidence.tests.length} files of tests, ${Object.keys(evidence.calls).length} files of the product`,
  );
}

if (process.argv[1] === import.meta.filename) await recordEvidence(readArguments({}, usage).positionals);
