import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { pagesModule } from '../../src/modules/pages/pages.module.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { cleanHtml } from '../../src/shared/writing/clean-html.ts';
import { addMissingPictures } from '../../src/transfer/missing-pictures.ts';
import { createCommandLineCtx } from '../../src/transfer/foreign-import.ts';
import { openGhost } from '../../src/transfer/ghost.ts';
import { ImportedItem } from '../../src/content/imported-item.entity.ts';
import { describeGaps, findGaps, isWithoutFiles } from '../../src/transfer/imported-items.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { importForeignExport, withTemporaryFolder } from '../support/foreign-imports.ts';
import { picture } from '../support/pictures.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite();
const old = 'https://old.example.com';
const uploads = `${old}/wp-content/uploads/2020/01`;

const item = (id: number, type: string, html: string, more = '') =>
  `<item><title>Item ${id}</title><link>${old}/item-${id}/</link><wp:post_id>${id}</wp:post_id>
  <wp:post_date_gmt>2020-01-02 10:00:00</wp:post_date_gmt><wp:post_type>${type}</wp:post_type>
  <wp:status>publish</wp:status><content:encoded><![CDATA[${html}]]></content:encoded>${more}</item>`;

const wordPress = async (folder: string, items: string[]) => {
  const file = join(folder, 'old.xml');
  const head = `<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${old}</wp:base_blog_url>`;
  await writeFile(file, `<rss><channel><title>Old</title>${head}${items.join('')}</channel></rss>`);
  return openWordPress(file, () => {});
};

/** Writes the uploads of the other site. Each picture is different, because the library stores equal files once. */
const writeUploads = async (folder: string, names: string[]) => {
  const files = join(folder, 'uploads');
  await mkdir(join(files, '2020/01'), { recursive: true });
  for (const [at, name] of names.entries()) {
    const bytes = name.endsWith('.pdf')
      ? Buffer.from('%PDF-1.7 prices')
      : Buffer.from(await (await picture({ width: 40 + at, height: 30 })).arrayBuffer());
    await writeFile(join(files, '2020/01', name), bytes);
  }
  return files;
};

const wordsOf = (html: string) =>
  html.replaceAll(/<figure[\s\S]*?<\/figure>\s*/g, '').replaceAll(/\s+/g, ' ');

test('a later run with files adds the missing pictures to posts and pages, each at its place, and no word changes', async () => {
  await withTemporaryFolder(async (folder) => {
    const image = (name: string, words = '') =>
      `<figure><img src="${uploads}/${name}" alt="Alt of ${name}">${words && `<figcaption>${words}</figcaption>`}</figure>`;
    const opened = await wordPress(folder, [
      item(
        1,
        'post',
        `<p>Before</p>${image('a.png', 'Caption')}<p>After</p><ul><li>One${image('b.png')}</li></ul>`,
      ),
      item(
        2,
        'page',
        `<h2>Top</h2><p>Words</p>${image('c.png')}<h2>End</h2><p>See <a href="${uploads}/list.pdf">it</a></p>`,
      ),
    ]);
    const first = await importForeignExport(site, opened);
    const em = site.database.fork();
    const post = await em.findOneOrFail(Post, first.get('1')!.id!);
    const page = await em.findOneOrFail(pagesModule.entity, first.get('2')!.id!);
    expect(post.content).toMatch(/^<p>Before<\/p>\s*<p>After<\/p>\s*<ul><li>One<\/li><\/ul>$/);
    // Staff go on writing before the pictures come.
    const edited = post.content.replace('Before', 'Before, and longer');
    await em.nativeUpdate(Post, { id: post.id }, { content: edited });

    const files = await writeUploads(folder, ['a.png', 'b.png', 'c.png', 'list.pdf']);
    const again = await importForeignExport(site, opened, { files });
    expect(again.get('1')).toMatchObject({ outcome: 'completed', id: post.id });
    expect(again.get('2')).toMatchObject({ outcome: 'completed', id: page.id });
    const now = site.database.fork();
    const full = await now.findOneOrFail(Post, post.id);
    expect(full.content).toMatch(
      /^<figure data-kind="picture"><img data-media="\d+" alt="Alt of a.png"><figcaption>Caption<\/figcaption><\/figure>\s*<p>Before, and longer<\/p>\s*<p>After<\/p>\s*<ul><li>One<figure [^<>]*><img [^<>]*><\/figure><\/li><\/ul>$/,
    );
    expect(wordsOf(full.content)).toBe(wordsOf(edited));
    expect(full.updated_at).toEqual(post.updated_at);
    expect(full.featured_image).not.toBeNull();
    const whole = await now.findOneOrFail(pagesModule.entity, page.id);
    expect(JSON.stringify(whole.blocks)).toMatch(/Words<\/p>(?:\\n)?<figure/);
    expect(JSON.stringify(whole.blocks)).toMatch(/href=\\"\/[^"]*list\.pdf/);
    expect(await now.count(MediaItem)).toBe(4);
    const log = await now.find(Activity, { module: 'blog', item_id: post.id }, { orderBy: { id: 'asc' } });
    expect(log.map(({ description }) => description)).toEqual([
      'Created blog post "Item 1"',
      'Added the pictures of blog post "Item 1"',
    ]);

    // A third run changes nothing, not even where staff have taken a picture out.
    await now.nativeUpdate(Post, { id: post.id }, { content: edited, featured_image: null });
    const third = await importForeignExport(site, opened, { files });
    expect(third.get('1')).toMatchObject({ outcome: 'skipped' });
    expect((await site.database.fork().findOneOrFail(Post, post.id)).content).toBe(edited);
  });
});

test('a picture of an import by an earlier version, which recorded nothing, comes with a later run', async () => {
  await withTemporaryFolder(async (folder) => {
    const opened = await wordPress(folder, [item(1, 'post', `<p>A</p><img src="${uploads}/a.png"><p>B</p>`)]);
    const { id } = (await importForeignExport(site, opened)).get('1')!;
    const em = site.database.fork();
    const entry = await em.findOneOrFail(ImportedItem, { row_id: id! });
    const { lacking: _, ...details } = entry.details;
    entry.details = details;
    await em.flush();
    const files = await writeUploads(folder, ['a.png']);
    await importForeignExport(site, opened, { files });
    const { content } = await site.database.fork().findOneOrFail(Post, { id: id! });
    expect(content).toMatch(/^<p>A<\/p>\s*<figure .*<\/figure>\s*<p>B<\/p>$/);
  });
});

test.each<[what: string, stored: string, complete: string, expected: string]>([
  ['between the words around it', '<p>a</p><p>b</p>', '<p>a</p>PICTURE<p>b</p>', '<p>a</p>PICTURE<p>b</p>'],
  ['at the beginning', '<p>a</p>', 'PICTURE<p>a</p>', 'PICTURE<p>a</p>'],
  ['at the end', '<p>a</p>', '<p>a</p>PICTURE', '<p>a</p>PICTURE'],
  [
    'behind what is left',
    '<p>a</p><p>new</p>',
    '<p>a</p><p>b</p>PICTURE<p>c</p>',
    '<p>a</p>PICTURE<p>new</p>',
  ],
  [
    'in a text whose links lead elsewhere now',
    '<p><a href="/blog/1">a</a></p><p>b</p>',
    '<p><a href="https://old.example/1">a</a></p>PICTURE<p>b</p>',
    '<p><a href="/blog/1">a</a></p>PICTURE<p>b</p>',
  ],
  [
    'in a cell of a table',
    '<table><tbody><tr><td><p>a</p></td></tr></tbody></table>',
    '<table><tbody><tr><td><p>a</p>PICTURE</td></tr></tbody></table>',
    '<table><tbody><tr><td><p>a</p>PICTURE</td></tr></tbody></table>',
  ],
  [
    'in a gallery that has others',
    '<figure data-kind="gallery"><img data-media="1"><img data-media="2"></figure>',
    '<figure data-kind="gallery"><img data-media="1"><img data-media="9"><img data-media="2"></figure>',
    '<figure data-kind="gallery"><img data-media="1"><img data-media="9"><img data-media="2"></figure>',
  ],
])('a missing picture is added %s', (_, stored, complete, expected) => {
  const figure = '<figure data-kind="picture"><img data-media="9"></figure>';
  const [there, whole, result] = [stored, complete, expected].map((html) => {
    const cleaned = cleanHtml(html.replaceAll('PICTURE', figure));
    return 'html' in cleaned ? cleaned.html : '';
  });
  const added = cleanHtml(addMissingPictures(there!, whole!, new Set([9])));
  expect('html' in added && added.html.replaceAll('\n', '')).toBe(result);
});

test('an import says before it starts what it will lack', async () => {
  await withTemporaryFolder(async (folder) => {
    const opened = await wordPress(folder, [
      item(1, 'post', `Words <img src="${uploads}/a.png"><img src="${uploads}/b.png">`),
      item(2, 'post', `<p><a href="${uploads}/list.pdf">it</a></p>`),
      item(3, 'page', '<p>Words</p>').replace(/<link>.*<\/link>/, ''),
      item(4, 'post', '<p>Words</p>'),
    ]);
    const { pictures, warn } = site.work();
    const ctx = { ...createCommandLineCtx(site.database, new Date()), pictures, warn };
    const none = await findGaps(ctx, opened, undefined);
    expect(describeGaps(none, undefined)[0]).toBe(
      '2 posts and pages will lack 2 of 2 pictures and 1 of 1 files to which texts link, as no folder of files is given.',
    );
    expect(describeGaps(none, undefined).at(-1)).toMatch(/^1 post or page has no address in the export/);
    expect(isWithoutFiles(none)).toBe(true);
    const files = await writeUploads(folder, ['a.png']);
    const some = await findGaps(ctx, opened, files);
    expect(some.pictures).toEqual({ total: 2, lacking: 1 });
    expect(isWithoutFiles(some)).toBe(false);
    await importForeignExport(site, opened);
    expect(describeGaps(await findGaps(ctx, opened, undefined), undefined)).toEqual([]);
  });
});

test('a picture of a post of Ghost comes with a later run', async () => {
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'ghost.json');
    const html = '<p>A</p><img src="__GHOST_URL__/content/images/2020/01/b.png"><p>B</p>';
    const feature_image = '__GHOST_URL__/content/images/2020/01/a.png';
    const post = { id: 'x', uuid: 'u', title: 'T', slug: 't', status: 'published', html, feature_image };
    await writeFile(file, JSON.stringify({ db: [{ data: { posts: [post] } }] }));
    const { id } = (await importForeignExport(site, await openGhost(file, () => {}))).get('u')!;
    const files = await writeUploads(folder, ['a.png', 'b.png']);
    await importForeignExport(site, await openGhost(file, () => {}), { files });
    const stored = await site.database.fork().findOneOrFail(Post, { id: id! });
    expect(stored.featured_image).not.toBeNull();
    expect(stored.content).toMatch(/^<p>A<\/p>\s*<figure .*<\/figure>\s*<p>B<\/p>$/);
    expect(await readFile(file, 'utf8')).toContain('__GHOST_URL__');
  });
});
