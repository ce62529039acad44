import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readElements } from '../../src/transfer/xml-items.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-xml-'));
  await writeFile(join(folder, 'secret'), 'a walk by the river');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(declared: string, text: string): Promise<string> {
  const path = join(folder, 'export.xml');
  await writeFile(path, `<!DOCTYPE rss [${declared}]><rss><item><title>${text}</title></item></rss>`);
  try {
    const found: object[] = [];
    for await (const element of readElements(path, ['rss'], () => {})) found.push(element);
    return JSON.stringify(found);
  } catch (error) {
    return String(error);
  }
}

test('an entity of an imported file reads no other file', async () => {
  const answer = await read(`<!ENTITY other SYSTEM "file://${join(folder, 'secret')}">`, '&other;');
  expect(answer).not.toContain('a walk by the river');
});

test('entities of an imported file are not expanded, so they cannot grow', async () => {
  const answer = await read('<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">', '&b;&b;');
  expect(answer).not.toContain('aaaaaaaaaa');
});

test('a plain title is read', async () => {
  expect(await read('', 'Notes &amp; news')).toContain('Notes & news');
});
