import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { declarationAt } from './declarations.ts';

// Loaded before each file of tests while `npm run evidence` runs: writes which declarations of the product it called.

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

afterAll(async () => {
  const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Debugger.enable');
  const calls: Record<string, string[]> = {};
  for (const { url, scriptId, functions } of scripts) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    const file = relative(process.cwd(), path.split('?')[0]!);
    if (!/^(src|client|prisma-free-migrations|samples)\//.test(file)) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const lines = scriptSource.split('\n');
    const lineOf = lineFinder(lines);
    const called = functions.filter(({ ranges }) => ranges[0]!.count > 0);
    const names = called.map(({ ranges }) => declarationAt(lines, lineOf(ranges[0]!.startOffset)));
    calls[file] = [...new Set([...(calls[file] ?? []), ...names])].filter(
      (name) => name && !name.startsWith('__vite'),
    );
  }
  const test = relative(process.cwd(), expect.getState().testPath!);
  const name = `${test.replaceAll('/', '+')}.json`;
  writeFileSync(join(process.env.TEST_EVIDENCE!, name), JSON.stringify({ test, calls }));
});

/** Returns a function from an offset in the text to the index of its line. */
function lineFinder(lines: readonly string[]): (offset: number) => number {
  let end = 0;
  const ends = lines.map((line) => (end += line.length + 1));
  return (offset) => ends.findIndex((after) => offset < after);
}
