import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readSiteTags } from '../../src/http/pages/client-assets.ts';

const folder = 'dist/client';

/** Returns the compressed bytes of all files of a kind that every public page loads. */
async function weightOf(ending: string): Promise<number> {
  const tags = Object.values(await readSiteTags(folder)).join('');
  const files = [...tags.matchAll(/(?:href|src)="\/([^"]+)"/g)].map(([, file = '']) => file);
  const named = files.filter((file) => file.endsWith(ending));
  expect(named).not.toEqual([]);
  const sizes = named.map(async (file) => brotliCompressSync(await readFile(`${folder}/${file}`)).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('a public page loads at most 3 kB of JavaScript, with or without a form', async () => {
  expect(await weightOf('.js')).toBeLessThanOrEqual(3000);
});
