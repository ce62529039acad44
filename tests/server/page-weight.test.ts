import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readEntryTags } from '../../src/http/document.ts';

const folder = 'dist/client';

/** The bytes of all files of a kind that a public page names, as they travel. */
async function weightOf(ending: string): Promise<number> {
  const tags = (await readEntryTags(folder, 'client/entry-browser.tsx', 'client/entry-begin.ts'))();
  const files = [...tags.matchAll(/(?:href|src|data-program)="\/([^"]+)"/g)].map(([, file = '']) => file);
  const named = files.filter((file) => file.endsWith(ending));
  expect(named).not.toEqual([]);
  const sizes = named.map(async (file) => brotliCompressSync(await readFile(`${folder}/${file}`)).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('a public page loads at most 85 kB of JavaScript', async () => {
  expect(await weightOf('.js')).toBeLessThanOrEqual(85_000);
});

test('a public page loads at most 15 kB of styles', async () => {
  expect(await weightOf('.css')).toBeLessThanOrEqual(15_000);
});
