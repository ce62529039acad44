import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { ImportedItem } from '../../src/content/imported-item.entity.ts';
import { openImportReport } from '../../src/transfer/import-report.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { createPost } from '../support/factories.ts';
import { importForeignExport, withTemporaryFolder } from '../support/foreign-imports.ts';
import { useSite } from '../support/use-site.ts';

interface Item {
  title: string;
  id?: number;
  guid?: string;
  link?: string;
  date?: string;
}

/** Returns an export with as few elements as some programs write. */
function wxr(items: Item[], { base, link }: { base?: string; link?: string } = {}): string {
  const element = (name: string, value: unknown) =>
    value === undefined ? '' : `<${name}>${value}</${name}>`;
  const posts = items.map(({ title, id, guid, link: at, date = '2013-01-02 10:00:00' }) =>
    [
      '<item>',
      ...[element('title', title), element('link', at), element('guid', guid), element('wp:post_id', id)],
      ...[element('wp:post_date_gmt', date), element('content:encoded', `<![CDATA[<p>${title}</p>]]>`)],
      '<wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>',
    ].join(''),
  );
  return `<rss><channel>${element('link', link)}<wp:wxr_version>1.2</wp:wxr_version>${element(
    'wp:base_blog_url',
    base,
  )}${posts.join('')}</channel></rss>`;
}

const testSite = useSite();

/** Imports an export and returns the number of new posts. */
async function posts(xml: string, source?: string): Promise<number> {
  const em = testSite.database.fork();
  const before = await em.count(Post);
  await withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'x.xml'), xml);
    await importForeignExport(testSite, await openWordPress(join(folder, 'x.xml'), () => {}, source));
  });
  return (await em.count(Post)) - before;
}

const sources = async () => {
  const entries = await testSite.database.fork().find(ImportedItem, {}, { orderBy: { id: 'asc' } });
  return entries.map(({ source }) => source);
};

test.each<[what: string, itemOf: (at: number) => Item]>([
  ['their guid', (at) => ({ title: 'T', guid: `https://a.example.com/?p=${at}` })],
  ['their address', (at) => ({ title: 'T', link: `https://a.example.com/${at}/` })],
  ['their title and date', (at) => ({ title: `T ${at % 4}`, date: `2013-01-0${1 + (at % 5)} 10:00:00` })],
])('items without an id are distinguished by %s, and imported only once', async (_, itemOf) => {
  const file = wxr(
    Array.from({ length: 7 }, (_item, at) => itemOf(at)),
    { link: 'https://a.example.com/' },
  );
  expect(await posts(file)).toBe(7);
  expect(await posts(file)).toBe(0);
  expect(new Set(await sources())).toEqual(new Set(['wordpress https://a.example.com']));
});

test.each<[what: string, file: (site: string) => string]>([
  ['the channel', (site) => wxr([{ title: 'T', id: 5 }], { link: `https://${site}/` })],
  ['the items', (site) => wxr([{ title: 'T', id: 5, link: `https://${site}/?p=5` }])],
  ['their guids', (site) => wxr([{ title: 'T', id: 5, guid: `https://${site}/?p=5` }])],
])('files that do not name their site are distinguished by %s', async (_, file) => {
  expect(await posts(file('a.example.com'))).toBe(1);
  expect(await posts(file('b.example.com'))).toBe(1);
  expect(await posts(file('a.example.com'))).toBe(0);
  expect(await sources()).toEqual(['wordpress https://a.example.com', 'wordpress https://b.example.com']);
});

test('a file that names no site at all is refused, and taken where a person names it', async () => {
  const file = wxr([{ title: 'T', id: 5 }]);
  await expect(posts(file)).rejects.toThrow(/does not say which site it is of: name it by --source/);
  expect(await posts(file, 'https://a.example.com/')).toBe(1);
  expect(await posts(file, 'https://a.example.com')).toBe(0);
  expect(await posts(file, 'the old one')).toBe(1);
});

test('what an earlier version has entered is known again, and nothing else', async () => {
  const em = testSite.database.fork();
  const { id } = await createPost(em);
  const date = '2013-01-02T10:00:00.000Z';
  const enter = (source: string, external_id: string, address: string) =>
    em.insert(ImportedItem, {
      source,
      kind: 'post',
      external_id,
      row_id: id,
      details: { author: '', address, title: 'T', date },
      imported_at: new Date(),
    });
  // The file did not name its site, and the items had no ids.
  await enter('wordpress', '5', 'https://a.example.com/5/');
  await enter('wordpress https://b.example.com', '', 'https://b.example.com/1/');
  await enter('wordpress', '', '');
  const site = 'https://a.example.com';
  expect(await posts(wxr([{ title: 'T', id: 5, link: `${site}/5/` }]))).toBe(0);
  expect(await posts(wxr([{ title: 'T', id: 5, link: 'https://c.example.com/5/' }]))).toBe(1);
  const [one, two] = [1, 2].map((at) => ({ title: 'T', link: `https://b.example.com/${at}/` }));
  expect(await posts(wxr([one!, two!], { base: 'https://b.example.com' }))).toBe(1);
  expect(await posts(wxr([{ title: 'T' }, { title: 'Other' }], { link: site }))).toBe(1);
});

test('each run has a report of its own', () =>
  withTemporaryFolder(async (folder) => {
    const wanted = join(folder, 'old.xml.report.csv');
    const paths: string[] = [];
    for (const title of ['First', 'Second', 'Third']) {
      const report = await openImportReport(wanted);
      await report.add({ outcome: 'skipped', kind: 'post', externalId: '1', title, notes: [] });
      await report.close();
      paths.push(report.path);
      expect(await readFile(report.path, 'utf8')).toContain(title);
    }
    expect(paths.map((path) => path.slice(folder.length + 1))).toEqual([
      'old.xml.report.csv',
      'old.xml.report-2.csv',
      'old.xml.report-3.csv',
    ]);
    expect(await readFile(wanted, 'utf8')).toContain('First');
  }));

test('an import that fails ends its report with the reason, and leaves none when no item was read', () =>
  withTemporaryFolder(async (folder) => {
    const wanted = join(folder, 'old.xml.report.csv');
    const early = await openImportReport(wanted);
    expect(await early.fail('the disk is full')).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    const late = await openImportReport(wanted);
    await late.add({ outcome: 'taken', kind: 'post', externalId: '1', title: 'First', notes: [] });
    expect(await late.fail('the disk is full')).toBe(true);
    expect((await readFile(wanted, 'utf8')).trim().split('\n').at(-1)).toBe('failed,,,,,the disk is full,');
  }));
