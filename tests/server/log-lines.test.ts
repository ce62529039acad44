import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isShortForm } from '../support/test-form.ts';

const logFormat = JSON.stringify(resolve('src/http/server/log-lines.ts'));

/** Runs a program that has `log`, a log to `fd`. What it says goes to its standard error. */
function run(program: string, stdout: 'pipe' | number = 'pipe', fd = '1') {
  const script = `
    import { closeSync, openSync, readFileSync } from 'node:fs';
    import { createLogLines } from ${logFormat};
    const fd = ${fd};
    const log = createLogLines(fd);
    const turn = () => new Promise((next) => setImmediate(next));
    ${program}`;
  const options = ['--no-warnings', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, options, { stdio: ['ignore', stdout, 'pipe'] });
  return child as ChildProcessByStdio<null, Readable, Readable>;
}

/** Returns the numbers that the lines have, and how many lines are said to be missing. */
function readLines(log: string) {
  const lines = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0);
  return { numbers: lines.flatMap(({ n }) => n ?? []), lost };
}

const write = (from: number, to: number) =>
  `for (let n = ${from}; n < ${to}; n += 1) log.write(JSON.stringify({ n, text: 'x'.repeat(200) }) + '\\n');`;

test('a pipe that nobody reads delays nothing, and what is dropped is counted', async () => {
  const child = run(`
    for (let from = 0; from < 60_000; from += 100) { ${write(0, 100).replaceAll('n = 0; n < 100', 'n = from; n < from + 100')} await turn(); }
    console.error('written');
    // Until the reader has caught up.
    await new Promise((next) => process.stdout.once('drain', next));
    ${write(60_000, 60_001)}`);
  await once(child.stderr, 'data');
  const { numbers, lost } = readLines(await text(child.stdout));
  expect(lost).toBeGreaterThan(10_000);
  expect(numbers.length + lost).toBe(60_001);
  expect(numbers.at(-1)).toBe(60_000);
});

test.skipIf(isShortForm)('a process that exits at once has written its last lines', async () => {
  const program = `${write(0, 3)} process.exit(0);`;
  expect(readLines(await text(run(program).stdout)).numbers).toEqual([0, 1, 2]);
  const path = join(tmpdir(), `log-${crypto.randomUUID()}`);
  const file = await open(path, 'w');
  await once(run(program, file.fd), 'close');
  await file.close();
  expect(readLines(await readFile(path, 'utf8')).numbers).toEqual([0, 1, 2]);
});

test('a terminal that takes nothing stops nothing', async () => {
  // A terminal without a reader takes a few kilobytes.
  const child = run(
    `${write(0, 2000)}
    for (let n = 0; n < 10; n += 1) await turn();
    console.error('went on');`,
    'pipe',
    `openSync('/dev/ptmx', 'r+')`,
  );
  expect(String((await once(child.stderr, 'data'))[0])).toContain('went on');
  child.kill('SIGKILL');
  await once(child, 'close');
});

test.skipIf(isShortForm)(
  'lines that a disk refuses are stored when it takes them, and those that are too many are counted',
  async () => {
    const path = join(tmpdir(), `log-${crypto.randomUUID()}`);
    const name = JSON.stringify(path);
    const child = run(
      `${write(0, 2)}
    while (!readFileSync(${name}, 'utf8').includes('"n":1')) await turn();
    closeSync(fd); ${write(2, 30_000)} await turn();
    // Has the number of the file that was closed.
    if (openSync(${name}, 'a') !== fd) throw new Error('another number');`,
      'pipe',
      `openSync(${name}, 'w')`,
    );
    expect(await text(child.stderr)).toBe('');
    const { numbers, lost } = readLines(await readFile(path, 'utf8'));
    expect(numbers).toEqual(Array.from(numbers, (_, n) => n));
    expect(lost).toBeGreaterThan(5000);
    expect(numbers.length + lost).toBe(30_000);
  },
);
