import { glob, readFile } from 'node:fs/promises';
import { parseAstAsync } from 'vite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeApi } from '../../../src/http/api/openapi.ts';
import { appRouter } from '../../../src/router.ts';
import { defaultSiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { chooseByForm, isShortForm } from '../../support/test-form.ts';

interface Pattern {
  where: string;
  pattern: RegExp;
}

/** Files whose input comes only from operators: settings and command lines. */
const own = /^src\/(config|commands)\//;

/** Returns every regular expression in the code. */
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

/** Returns every pattern of a field in the OpenAPI document, including those of libraries. */
async function patternsOfFields(): Promise<Pattern[]> {
  const found: Pattern[] = [];
  JSON.stringify(await describeApi(appRouter, 'http://localhost', defaultSiteSettings), (name, value) => {
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

/** Yields texts on which a pattern may be slow: long runs of its own characters, with and without a mismatch at the end. */
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

const lengths = chooseByForm([24, 2000, 20_000, 100_000], [24, 2000, 20_000]);
/** A pattern that takes less on the shorter text is not slow on the longest. */
const noTimeMs = 0.3;
/** A pattern that takes less on 2000 signs takes too little on 20,000, unless its time grows faster than the square. */
const noTimeOnShortMs = 0.05;
/** From here on a second measurement is worth it. This value alone decides nothing. */
const noticeableMs = 10;

/** Returns a text of up to 100 kB on which twice the length takes much more than twice the time, or undefined. */
function findSlowText(given: RegExp): string | undefined {
  // The number of matches depends on the text, so only one search is measured.
  const pattern = new RegExp(given.source, given.flags.replaceAll(/[gy]/g, ''));
  for (const textOf of hostileTexts(pattern)) {
    for (const length of lengths) {
      const begin = performance.now();
      const work = workOf(pattern, textOf(length));
      // Most patterns end here. The full form tries each of them on the long texts too.
      if (isShortForm && length === 2000 && performance.now() - begin < noTimeOnShortMs) break;
      if (length === 20_000 && work < noTimeMs) break;
      if (work < noticeableMs) continue;
      const least = (size: number) => Math.min(...[1, 2, 3].map(() => workOf(pattern, textOf(size))));
      const [short, long] = [least(Math.floor(length / 2)), least(length)];
      if (long >= noticeableMs && long / short > 3) return JSON.stringify(textOf(12));
    }
  }
  return undefined;
}

/** Returns the CPU time of a search for a pattern. Other load on the machine does not count. */
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

test('LD5 every pattern takes time in proportion to its text, on its worst input', async () => {
  const patterns = [...(await patternsOfCode()), ...(await patternsOfFields())];
  expect(patterns.length).toBeGreaterThan(100);
  const different = new Map(patterns.map((one) => [String(one.pattern), one]));
  const slow = [...different.values()].flatMap(({ where, pattern }) => {
    const text = findSlowText(pattern);
    return text === undefined ? [] : [`${where}: ${pattern} on ${text}`];
  });
  expect(slow).toEqual([]);
});
