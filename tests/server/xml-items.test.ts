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

test.each<[what: string, text: string, title: string, repair: string]>([
  ['a loose &', 'Research & more', 'Research & more', 'line 2: a loose & was read as itself'],
  ['a loose & before a tag', 'R&', 'R&', 'line 2: a loose & was read as itself'],
  ['an entity of HTML', 'A&mdash;b', 'A—b', 'line 2: &mdash; was read as —'],
  ['an entity of HTML5', 'A&lbrace;b', 'A{b', 'line 2: &lbrace; was read as {'],
  ['an unknown entity', 'AT&T; b', 'AT&T; b', 'line 2: a loose & was read as itself'],
  ['a number that is no character', 'A&#1114112;', 'A\ufffd', 'line 2: &#1114112; was read as \ufffd'],
  ['a loose <', 'a < b', 'a < b', 'line 2: a loose < was read as itself'],
])('%s is read as browsers do, and the repair is named with its line', async (_, text, title, repair) => {
  const path = join(folder, 'loose.xml');
  // Some of these texts stand where the file is read in two pieces.
  for (const length of [0, 256 * 1024 - 60, 256 * 1024 - 40]) {
    const space = ' '.repeat(length);
    await writeFile(
      path,
      `<rss>${space}\n<item><title>${text}</title><!-- c & d --><b><![CDATA[x & y --> &mdash;]]></b></item></rss>`,
    );
    for await (const element of readElements(path, ['rss'], () => {})) {
      expect(element.children.map((child) => child.text)).toEqual([title, 'x & y --> &mdash;']);
      expect(element.repairs).toEqual([repair]);
    }
  }
});
