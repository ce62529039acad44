import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { importForeignExport, withTemporaryFolder, writeUploadsFolder } from '../support/foreign-imports.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const host = 'https://old.example.com';

const itemOf = (id: number, type: string, link: string, more: string) =>
  `<item><title>Item ${id}</title><link>${host}${link}</link><guid>${host}/?p=${id}</guid><wp:post_id>${id}</wp:post_id>
  <wp:post_type>${type}</wp:post_type><wp:status>${type === 'post' ? 'publish' : 'inherit'}</wp:status>
  <wp:post_date>2013-05-0${id % 10} 10:00:00</wp:post_date><dc:creator>ann</dc:creator>${more}</item>`;
const textOf = (html: string) => `<content:encoded><![CDATA[${html}]]></content:encoded>`;
const fileOf = (items: string) => `<rss><channel><wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_blog_url>${host}</wp:base_blog_url>
  <wp:author><wp:author_id>3</wp:author_id><wp:author_login>ann</wp:author_login><wp:author_display_name>Ann Oak</wp:author_display_name></wp:author>
  <wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>news</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>News</wp:cat_name></wp:category>
  <wp:category><wp:term_id>5</wp:term_id><wp:category_nicename>mills</wp:category_nicename><wp:category_parent>news</wp:category_parent><wp:cat_name>Mills</wp:cat_name></wp:category>
  <wp:tag><wp:term_id>6</wp:term_id><wp:tag_slug>wind-power</wp:tag_slug><wp:tag_name>Wind &amp;amp; power</wp:tag_name></wp:tag>
  ${items}</channel></rss>`;
const news = '<category domain="category" nicename="news">News</category>';
const uploads = `${host}/wp-content/uploads/2013/05`;
const attachment = (id: number, parent: number, name: string) =>
  itemOf(
    id,
    'attachment',
    `/2013/05/first/${name}/`,
    `<wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>${uploads}/${name}.png</wp:attachment_url>`,
  );
const oldSlug =
  '<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>the-first</wp:meta_value></wp:postmeta>';

const first = fileOf(
  itemOf(
    11,
    'post',
    '/2013/05/first/',
    `${news}${oldSlug}${textOf(
      `<p><a href="${host}/2013/05/second/#end">Next</a>, <a href="/?p=12">again</a>, <a href="${host}/2013/05/third/">later</a>,
     <a href="${host}/category/news/">news</a>, <a href="${uploads}/inside.png">big</a> and <a href="${host}/gone/">gone</a></p>
     <img src="${uploads}/inside-300x200.png" alt="A mill"><img src="${uploads}/loose.png" alt="">
     [gallery]`,
    )}`,
  ) +
    itemOf(
      12,
      'post',
      '/2013/05/second/',
      `${news}${textOf('<p>Second</p>')}<category domain="post_tag" nicename="wind-power">Wind &amp;amp; power</category>`,
    ).replace('<dc:creator>ann', '<dc:creator>Ben Elm') +
    attachment(21, 11, 'inside') +
    attachment(22, 11, 'beside') +
    attachment(23, 0, 'loose'),
);
const later = fileOf(itemOf(13, 'post', '/2013/05/third/', `${news}${textOf('<p>Third</p>')}`));

const site = useSite({ parts: loadBuiltPages });

const take = (folder: string, text: string) =>
  withTemporaryFolder(async (files) => {
    await writeUploadsFolder(files, ['2013/05/inside.png', '2013/05/beside.png', '2013/05/loose.png']);
    await writeFile(join(folder, 'old.xml'), text);
    return importForeignExport(site, await openWordPress(join(folder, 'old.xml'), () => {}), { files });
  });
const open = async (url: string) => {
  const { statusCode, headers } = await site.app.inject({ url });
  return { status: statusCode, location: String(headers.location ?? '') };
};

test('every address that a file of WordPress names answers one 301 to a page, and its links lead here', async () => {
  await withTemporaryFolder(async (folder) => {
    const outcomes = await take(folder, first);
    const [one, two] = ['11', '12'].map((id) => outcomes.get(id)!.id!);
    const addresses: [url: string, location: string | RegExp][] = [
      ['/2013/05/first/', `/blog/${one}`],
      ['/2013/05/the-first/', `/blog/${one}`],
      ['/?p=11', `/blog/${one}`],
      ['/2013/05/first/feed/', `/blog/${one}`],
      ['/2013/05/first/2/', `/blog/${one}`],
      ['/2013/05/first/beside/', `/blog/${one}`],
      ['/?attachment_id=22', `/blog/${one}`],
      ['/wp-content/uploads/2013/05/inside.png', /^\/uploads\//],
      ['/wp-content/uploads/2013/05/beside-150x150.png', /^\/uploads\//],
      ['/?attachment_id=23', /^\/uploads\//],
      ['/2013/05/second/', `/blog/${two}`],
      ['/feed/', '/feed.xml'],
      ['/feed/atom/', '/feed.xml'],
      ['/?feed=rss2', '/feed.xml'],
      ['/category/news/', '/blog?category=Company+News'],
      ['/category/news/page/2/', '/blog?category=Company+News'],
      ['/category/news/mills/feed/', '/blog'],
      ['/?cat=4', '/blog?category=Company+News'],
      ['/tag/wind-power/', '/blog?tag=Wind+%26+power'],
      ['/author/ann/', '/blog?author=Ann+Oak'],
      ['/?author=3', '/blog?author=Ann+Oak'],
      // The file lists no author of this name.
      ['/author/ben-elm/', '/blog?author=Ben+Elm'],
      ['/2013/', '/blog'],
      ['/2013/05/', '/blog'],
      ['/2013/05/01/', '/blog'],
      ['/page/2/', '/blog'],
    ];
    for (const [url, location] of addresses) {
      expect([url, await open(url)]).toEqual([
        url,
        { status: 301, location: typeof location === 'string' ? location : expect.stringMatching(location) },
      ]);
      expect([url, (await open((await open(url)).location)).status]).toEqual([url, 200]);
    }

    const content = async () => (await site.database.fork().findOneOrFail(Post, { id: one! })).content;
    const hrefsIn = (html: string) => Array.from(html.matchAll(/<a href="([^"]*)"/g), ([, href]) => href);
    expect(hrefsIn(await content())).toEqual([
      `/blog/${two}#end`,
      `/blog/${two}`,
      `${host}/2013/05/third/`,
      '/blog?category=Company+News',
      expect.stringMatching(/^\/uploads\//),
      `${host}/gone/`,
    ]);
    expect(await content()).toMatch(/<figure data-kind="gallery">(?:<img [^>]*>){2}<\/figure>/);
    const staying = [...outcomes.values()].filter(({ kind }) => kind === 'link');
    expect(staying.map(({ externalId, id }) => [externalId, id])).toEqual([
      [`${host}/2013/05/third/`, one],
      [`${host}/gone/`, one],
    ]);

    // A later file brings the page that was missing.
    const third = (await take(folder, later)).get('13')!.id;
    expect(hrefsIn(await content())[2]).toBe(`/blog/${third}`);
    expect((await take(folder, first)).get('11')).toMatchObject({ outcome: 'skipped' });
  });
});
