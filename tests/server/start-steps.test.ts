import { expect, test } from 'vitest';
import { runStep } from '../../src/program.ts';

function collect(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) > 0 };
}

test('in a pipe, a step is a plain line when it begins and another with its time when it is done', async () => {
  const output = collect(false);
  const build = async (tell: (part: string) => void) => {
    tell('a half');
    return 'built';
  };
  const result = await runStep('Building', build, output);
  expect(result).toBe('built');
  expect(output.written).toEqual(['Building …\n', expect.stringMatching(/^Building: \d+\.\d s\n$/)]);
});

test('at a terminal, one line says the seconds and the part so far', async () => {
  const output = collect(true);
  await runStep('Building', async (tell) => tell('a half'), output);
  expect(output.written).toEqual([
    expect.stringMatching(/^\r.*Building … 0 s$/),
    expect.stringMatching(/^\r.*Building … 0 s, a half$/),
    expect.stringMatching(/^\r.*Building: 0\.\d s\n$/),
  ]);
});

test('a step that fails leaves its line, so that the reason is on the next one', async () => {
  const output = collect(true);
  const failing = runStep('Building', async () => Promise.reject(new Error('no space')), output);
  await expect(failing).rejects.toThrow('no space');
  expect(output.written.at(-1)).toBe('\n');
});
