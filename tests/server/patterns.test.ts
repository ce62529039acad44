import { glob, readFile } from 'node:fs/promises';
import { parseAstAsync } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeApi } from '../../src/http/api/openapi.ts';
import { appRouter } from '../../src/router.ts';

interface Pattern {
  where: string;
  pattern: RegExp;
}

/** What is only ever written by who runs the house: its settings, and what is typed after a command. */
const own = /^src\/(config|commands)\//;

/** Every pattern that stands in the code. */
async function patternsOfCode(): Promise<Pattern[]> {
  const found: Pattern[] = [];
  for await (const file of glob('{src,client}/**/*.{ts,tsx}')) {
    if (own.test(file.replaceAll('\\', '/'))) continue;
    const lang = file.endsWith('x') ? 'tsx' : 'ts';
    const collect = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('regex' in node) {
        const { pattern, flags } = node.regex as { pattern: string; flags: string };
        found.push({ where: file, pattern: new RegExp(pattern, flags) });
      }
      for (const inner of Object.values(node)) collect(inner);
    };
    collect(await parseAstAsync(await readFile(file, 'utf8'), { lang }));
  }
  return found;
}

/** Every pattern that the description asks of a field, those of the library among them. */
function patternsOfFields(): Pattern[] {
  const found: Pattern[] = [];
  JSON.stringify(describeApi(appRouter, 'http://localhost'), (name, value) => {
    if (name === 'pattern' && typeof value === 'string') {
      found.push({ where: 'a field', pattern: new RegExp(value, 'u') });
    }
    return value;
  });
  return [...found, { where: 'zod’s e-mail', pattern: z.regexes.email }];
}

const common = [
  ' ',
  '\n',
  '\t',
  'a',
  '0',
  '<',
  '>',
  '"',
  '-',
  '.',
  '/',
  '@',
  '&',
  '%',
  '\\',
  '=',
  ':',
  ',',
  '(',
  '[',
  '{',
];
const frames = [
  ['', '\u0000!'],
  ['x', ''],
] as const;

/** What a pattern may be slow on: long runs of what it speaks of itself, with and without something at the end that fits nowhere. */
function* hostileTexts({ source }: RegExp): Generator<(length: number) => string> {
  const signs = source.replaceAll(/\\[a-z]/gi, ' ').replaceAll('\\', '');
  const pieces = [1, 2].flatMap((size) => Array.from(signs, (_, at) => signs.slice(at, at + size)));
  const units = new Set([...common, 'a ', 'a@', 'a.', '<a', 'ä', ...pieces.filter(Boolean)]);
  for (const unit of units) {
    for (const [begin, end] of frames) {
      yield (length) => `${begin}${unit.repeat(Math.ceil(length / unit.length))}${end}`;
    }
  }
}

const lengths = [24, 2000, 20_000, 100_000];
/** What is done with the shorter one in no time is not slow on the longest. */
const noTimeMs = 0.3;
/** From here on it is worth a second look; it decides nothing by itself. */
const noticeableMs = 10;

/** A text of up to 100 kB on which twice the length takes much more than twice the work, if there is one. */
function findSlowText(given: RegExp): string | undefined {
  // How often it is found is the text's affair: one look for it tells how much work that is.
  const pattern = new RegExp(given.source, given.flags.replaceAll(/[gy]/g, ''));
  for (const textOf of hostileTexts(pattern)) {
    for (const length of lengths) {
      const work = workOf(pattern, textOf(length));
      if (length === 20_000 && work < noTimeMs) break;
      if (work < noticeableMs) continue;
      const least = (size: number) => Math.min(...[1, 2, 3].map(() => workOf(pattern, textOf(size))));
      const [short, long] = [least(Math.floor(length / 2)), least(length)];
      if (long >= noticeableMs && long / short > 3) return JSON.stringify(textOf(12));
    }
  }
  return undefined;
}

/** The processor's time that a look for a pattern takes; what else the machine does is not in it. */
function workOf(pattern: RegExp, text: string): number {
  const begin = process.threadCpuUsage();
  pattern.test(text);
  return process.threadCpuUsage(begin).user / 1000;
}

test('a pattern that looks at each sign again and again is found out', () => {
  expect(findSlowText(/\s+$/)).toBeDefined();
  expect(findSlowText(/^(a+)+$/)).toBeDefined();
  expect(findSlowText(/^a+$/)).toBeUndefined();
});

test('LD5 every pattern takes time in proportion to its text, on 100 kB of whatever it is slow on', {
  timeout: 120_000,
}, async () => {
  const patterns = [...(await patternsOfCode()), ...patternsOfFields()];
  expect(patterns.length).toBeGreaterThan(100);
  const different = new Map(patterns.map((one) => [String(one.pattern), one]));
  const slow = [...different.values()].flatMap(({ where, pattern }) => {
    const text = findSlowText(pattern);
    return text === undefined ? [] : [`${where}: ${pattern} on ${text}`];
  });
  expect(slow).toEqual([]);
});
