import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveOldAddresses } from '../../src/content/addresses/old-addresses.ts';
import { blogModule } from '../../src/modules/blog/blog.module.ts';
import { pagesModule } from '../../src/modules/pages/pages.module.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { MediaUse } from '../../src/pictures/media-uses.ts';
import { fileAddress } from '../../src/shared/library-files.ts';
import { openGhost } from '../../src/transfer/ghost.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { importForeignExport, withTemporaryFolder } from '../support/foreign-imports.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite();

test('a file card of Ghost leads to the file of the library', async () => {
  await withTemporaryFolder(async (folder) => {
    const media = join(folder, 'files/2022/03');
    await mkdir(media, { recursive: true });
    await writeFile(join(media, 'Price list.pdf'), '%PDF-1.7 prices');
    const address = '__GHOST_URL__/content/files/2022/03/Price%20list.pdf';
    const card = `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="${address}" download><div class="kg-file-card-title">Prices</div></a></div>`;
    const post = {
      id: 'a1',
      uuid: 'u1',
      title: 'News',
      slug: 'news',
      status: 'published',
      html: `<p>Words</p>${card}`,
    };
    const file = join(folder, 'ghost.json');
    await writeFile(file, JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts: [post] } }] }));
    const outcomes = await importForeignExport(site, await openGhost(file, () => {}), {
      files: join(folder, 'files'),
    });
    const em = site.database.fork();
    const [item] = await em.find(MediaItem, {});
    const { content } = await em.findOneOrFail(blogModule.entity, outcomes.get('u1')!.id!);
    const url = fileAddress({ id: item!.id, name: item!.name, path: item!.path! })!;
    expect(url).toMatch(/price-list\.pdf$/);
    expect(content).toContain(`href="${url}"`);
    expect(outcomes.get('u1')!.notes.join()).not.toContain('stay on the other site');
  });
});

const old = 'https://old.example.com';
const uploads = `${old}/wp-content/uploads/2020/01`;

const item = (id: number, type: string, more: string) =>
  `<item><title>Item ${id}</title><link>${old}/item-${id}/</link><wp:post_id>${id}</wp:post_id>
  <wp:post_date_gmt>2020-01-02 10:00:00</wp:post_date_gmt><wp:post_type>${type}</wp:post_type>
  <wp:status>publish</wp:status>${more}</item>`;
const withContent = (html: string) => `<content:encoded><![CDATA[${html}]]></content:encoded>`;
const attachment = (id: number, name: string) =>
  item(id, 'attachment', `<wp:attachment_url>${uploads}/${name}</wp:attachment_url>`);

test('the downloads of an imported site become files of the library, and their old addresses lead to them', async () => {
  await withTemporaryFolder(async (folder) => {
    // The files of the old site
    const files: Record<string, string> = {
      'prices.pdf': '%PDF-1.7 prices',
      'prices-100x200.pdf': '%PDF-1.7 other prices',
      'list.csv': 'a;b\n',
      'later.pdf': '%PDF-1.7 later',
      'lone.pdf': '%PDF-1.7 lone',
      'page.pdf': '<html>',
    };
    const media = join(folder, 'media');
    for (const [name, text] of Object.entries(files)) {
      const path = join(media, '2020/01', name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    await writeFile(join(folder, 'secret.pdf'), '%PDF-1.7 secret');
    await symlink(join(folder, 'secret.pdf'), join(media, '2020/01/secret.pdf'));
    const run = async (items: string[]) => {
      const file = join(folder, 'x.xml');
      const head = `<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${old}</wp:base_blog_url>`;
      await writeFile(file, `<rss><channel><title>Old</title>${head}${items.join('')}</channel></rss>`);
      return importForeignExport(site, await openWordPress(file, () => {}), { files: media });
    };

    // Texts that link to them
    const link = (name: string, host = uploads) => `<p><a href="${host}/${name}">${name}</a></p>`;
    const block = `<!-- wp:file --><div class="wp-block-file"><a href="${uploads}/list.csv">List</a><a href="${uploads}/list.csv" class="wp-block-file__button" download>Download</a></div><!-- /wp:file -->`;
    const button = `<!-- wp:buttons --><div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="${uploads}/prices.pdf">Prices</a></div></div><!-- /wp:buttons -->`;
    const names = ['prices.pdf', 'prices-100x200.pdf', 'gone.pdf', 'page.pdf', 'secret.pdf', 'song.mp3'];
    const foreign = 'https://other.example.org/wp-content/uploads/2020/01';
    const outcomes = await run([
      item(
        1,
        'post',
        withContent(names.map((name) => link(name)).join('') + block + link('lone.pdf', foreign)),
      ),
      item(2, 'page', withContent(`<!-- wp:paragraph --><p>Words</p><!-- /wp:paragraph -->${button}`)),
      attachment(11, 'prices.pdf'),
      attachment(12, 'lone.pdf'),
    ]);
    const em = site.database.fork();
    const items = await em.find(MediaItem, {}, { orderBy: { name: 'asc' } });
    expect(items.map(({ name, type }) => [name, type])).toEqual([
      ['list.csv', 'csv'],
      ['prices-100x200.pdf', 'pdf'],
      ['prices.pdf', 'pdf'],
    ]);
    const [list, others, prices] = items.map((file) => ({
      id: file.id,
      url: fileAddress({ ...file, path: file.path! })!,
    }));

    // Links lead to them
    const post = await em.findOneOrFail(blogModule.entity, outcomes.get('1')!.id!);
    const hrefs = Array.from(post.content.matchAll(/href="([^"]+)"/g), ([, href]) => href);
    const staying = ['gone.pdf', 'page.pdf', 'secret.pdf', 'song.mp3'].map((name) => `${uploads}/${name}`);
    expect(hrefs).toEqual([prices!.url, others!.url, ...staying, list!.url, `${foreign}/lone.pdf`]);
    const page = await em.findOneOrFail(pagesModule.entity, outcomes.get('2')!.id!);
    expect(JSON.stringify(page.blocks)).toContain(prices!.url);
    const notes = outcomes.get('1')!.notes.join('\n');
    for (const address of staying) expect(notes).toContain(address);
    expect(notes).toMatch(/file not taken: .*something else.* \S+page\.pdf/);
    const uses = await em.find(MediaUse, { media: prices!.id });
    expect(uses.map(({ module, place }) => `${module} ${place}`).toSorted()).toEqual([
      'blog links',
      'page links',
    ]);

    // Old addresses lead to them
    const asked = [`${uploads}/prices.pdf`, '/?attachment_id=11', '/item-11/'];
    const targets = await resolveOldAddresses(site.database.read, asked);
    expect([...targets]).toEqual(asked.map((address) => [address, prices!.url]));
    expect(outcomes.get('12')!.notes.join()).toContain('no text that was taken now shows it');

    // A later import
    const later = await run([item(3, 'post', withContent(link('prices.pdf') + link('later.pdf')))]);
    const third = await site.database.fork().findOneOrFail(blogModule.entity, later.get('3')!.id!);
    expect(third.content).toContain(prices!.url);
    expect(third.content).not.toContain(old);
    expect(await site.database.fork().count(MediaItem)).toBe(4);
  });
});
