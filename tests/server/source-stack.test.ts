import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { expect, test, vi } from 'vitest';
import { toSourceStack } from '../../src/http/server/log-lines.ts';

test('the stack of a built file names the source with its line, and any other stays as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-stack-'));
  await writeFile(
    join(folder, 'work.ts'),
    'export function work(): never {\n\n  throw new Error("broken");\n}\n',
  );
  await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: {
      ssr: true,
      sourcemap: true,
      outDir: join(folder, 'built'),
      rolldownOptions: { input: { work: join(folder, 'work.ts') }, output: { entryFileNames: 'work.js' } },
    },
  });
  // In a separate process, because the test runner translates stacks itself.
  const script = `import(${JSON.stringify(pathToFileURL(join(folder, 'built/work.js')).href)})
    .then(({ work }) => work()).catch(({ stack }) => console.log(stack))`;
  const stack = execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
  expect(stack).toContain('built/work.js:');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  expect(toSourceStack(stack)).toMatch(/at work \(work\.ts:3:\d+\)/);
  expect(toSourceStack('at read (file:///nowhere/read.js:1:2)')).toBe(
    'at read (file:///nowhere/read.js:1:2)',
  );
  // The map is read once for many errors, and forgotten later.
  await rm(folder, { recursive: true });
  expect(toSourceStack(stack)).toMatch(/at work \(work\.ts:3:\d+\)/);
  vi.advanceTimersByTime(10_000);
  expect(toSourceStack(stack)).toBe(stack);
  vi.useRealTimers();
});
