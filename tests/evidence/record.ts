import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { type Evidence, evidencePath, toSet } from './evidence.ts';

/**
 * Runs the tests of server and client, each file in a process of its own, and records which declarations of the product
 * it calls. `npm run test:changed` chooses by it. Without filters all files are run.
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

  const records = readdirSync(folder)
    .map((name): { test: string; calls: Record<string, string[]> } =>
      JSON.parse(readFileSync(join(folder, name), 'utf8')),
    )
    .sort((a, b) => a.test.localeCompare(b.test));
  rmSync(folder, { recursive: true });

  const tests = records.map(({ test }) => test);
  const indexes: Record<string, Record<string, number[]>> = {};
  for (const [index, { calls }] of records.entries()) {
    for (const [file, names] of Object.entries(calls)) {
      indexes[file] ??= {};
      for (const name of names) indexes[file][name] = [...(indexes[file][name] ?? []), index];
    }
  }
  const sets = new Map<string, number>();
  const calls: Evidence['calls'] = {};
  for (const file of Object.keys(indexes).sort()) {
    const named = Object.entries(indexes[file]!).sort(([a], [b]) => a.localeCompare(b));
    calls[file] = Object.fromEntries(
      named.map(([name, own]) => {
        const set = toSet(own, tests.length);
        if (!sets.has(set)) sets.set(set, sets.size);
        return [name, sets.get(set)!];
      }),
    );
  }
  const evidence: Evidence = { tests, sets: [...sets.keys()], calls };
  writeFileSync(evidencePath, `${JSON.stringify(evidence)}\n`);
  console.log(
    `${evidencePath}: ${tests.length} files of tests, ${Object.keys(calls).length} files of the product`,
  );
}

if (process.argv[1] === import.meta.filename) await recordEvidence(process.argv.slice(2));
