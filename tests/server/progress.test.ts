import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withProgress } from '../../src/commands/progress.ts';

async function shown(isTTY: boolean): Promise<string> {
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  const told = text(output);
  const result = await withProgress(async (show) => {
    for (let done = 0; done <= 1632; done += 1) show('Copying uploads', done / 1632);
    for (let done = 0; done <= 3; done += 1) show('Copying private', done / 3);
    return 'done';
  }, output);
  expect(result).toBe('done');
  output.end();
  return told;
}

test('in a pipe progress is a few plain lines', async () => {
  const lines = (await shown(false)).split('\n').slice(0, -1);
  expect(lines.slice(0, 5)).toEqual([0, 25, 50, 75, 100].map((part) => `Copying uploads: ${part} %`));
  expect(lines.length).toBeLessThan(10);
  for (const mark of ['\r', '\u001b']) expect(lines.join('')).not.toContain(mark);
});

test('at a terminal it is a bar', async () => {
  expect(await shown(true)).toMatch(/Copying \w+ \[[=-]+\] \d+ %/);
});
