import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withProgress } from '../../src/commands/progress.ts';
import { runStepWithProgress } from '../../src/run-command.ts';
import { runCommand } from '../support/commands.ts';

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
  const result = await runStepWithProgress('Building', build, output);
  expect(result).toBe('built');
  expect(output.written).toEqual(['Building …\n', expect.stringMatching(/^Building: \d+\.\d s\n$/)]);
});

test('at a terminal, one line says the seconds and the part so far', async () => {
  const output = collect(true);
  await runStepWithProgress('Building', async (tell) => tell('a half'), output);
  expect(output.written).toEqual([
    expect.stringMatching(/^\r.*Building … 0 s$/),
    expect.stringMatching(/^\r.*Building … 0 s, a half$/),
    expect.stringMatching(/^\r.*Building: 0\.\d s\n$/),
  ]);
});

test('a step that fails leaves its line, so that the reason is on the next one', async () => {
  const output = collect(true);
  const failing = runStepWithProgress('Building', async () => Promise.reject(new Error('no space')), output);
  await expect(failing).rejects.toThrow('no space');
  expect(output.written.at(-1)).toBe('\n');
});

test('a command says in words why a file cannot be written', async () => {
  const { code, stderr } = await runCommand({}, 'backup', ['--new-identity', '/proc/x']);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: '/proc/x: it is not there, and cannot be made (ENOENT)\n',
  });
});

test('each command of the project says what is wrong with an option, and what it takes', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  // Their arguments go to another program.
  const others = ['test', 'check', 'types', 'lint', 'format', 'format:check'];
  const names = Object.keys(scripts).filter((name) => !others.includes(name));
  const silent = names.filter((name) => {
    const program = scripts[name]!.split(' ').at(-1)!.replace('start.js', 'serve.ts');
    const source = readFileSync(program, 'utf8');
    return (
      !/(readArguments|expectNoArguments)\(/.test(source) || /process\.argv\.slice|parseArgs/.test(source)
    );
  });
  expect(silent).toEqual([]);
  const { code, stdout, stderr } = await runCommand({}, 'migrate', ['--bogus']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^Unknown option '--bogus'\nusage: npm run migrate .+\n$/);
});
