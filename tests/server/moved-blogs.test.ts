import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { openGhost } from '../../src/transfer/ghost.ts';
import { ImportedItem } from '../../src/content/imported-item.entity.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { importForeignExport, withTemporaryFolder } from '../support/foreign-imports.ts';
import { picture } from '../support/pictures.ts';
import { publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { exportToFolder, importFromFolder, openTransferSite } from '../support/site-transfer.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';

type Site = Awaited<ReturnType<typeof openTransferSite>>;

describe.each(databaseKinds)('a site that has moved, on %s', (kind) => {
  let pages: Awaited<ReturnType<typeof loadBuiltPages>>;
  beforeAll(async () => {
    pages = await loadBuiltPages();
  });
  let site: Site;
  let next: Site;
  beforeEach(async () => {
    [site, next] = await Promise.all([openTransferSite(kind, pages), openTransferSite(kind, pages)]);
  });
  afterEach(() => Promise.all([site.close(), next.close()]));
  const at = ({ app }: Site, url: string) => app.app.inject({ url });
  const toNext = () =>
    withTemporaryFolder(async (folder) => {
      await exportToFolder(site, folder);
      await importFromFolder(next, folder);
    });
  /** Follows the old address of every public post that was imported. Returns how many there are. */
  const followAll = async (where: Site): Promise<number> => {
    const em = where.app.database.fork();
    let followed = 0;
    for (const { details, row_id: item_id } of await em.find(ImportedItem, { kind: 'post' })) {
      const post = item_id && (await em.findOne(Post, { id: item_id, is_published: true }));
      const { address } = details as { address?: string };
      if (!post || !address) continue;
      const old = new URL(address, 'https://old.example.com').pathname;
      const { statusCode, headers } = await at(where, old);
      expect([old, statusCode]).toEqual([old, 301]);
      const page = await at(where, String(headers.location));
      expect(page.statusCode).toBe(200);
      expect(headers.location).toBe(post.slug ? `/blog/${post.slug}` : `/blog/${post.id}`);
      followed += 1;
    }
    return followed;
  };

  /** The fixture has the addresses of a blog without permalinks, which have no path of their own. */
  const takeWordPress = () =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'blog.xml');
      const text = await readFile('tests/fixtures/wordpress.xml', 'utf8');
      await writeFile(file, text.replaceAll(/<link>(.*)\/\?p=(\d+)</g, '<link>$1/2013/post-$2/<'));
      return importForeignExport(site.app, await openWordPress(file, () => {}));
    });
  const takeGhost = async () =>
    importForeignExport(site.app, await openGhost('tests/fixtures/ghost.json', () => {}));

  const sources: [string, () => Promise<unknown>][] = [
    ['Ghost', takeGhost],
    ['WordPress', takeWordPress],
  ];
  test.each(sources.slice(0, chooseByForm(2, 1)))(
    'posts of %s answer at their old addresses, also after an export and an import',
    async (_, take) => {
      await take();
      const followed = await followAll(site);
      expect(followed).toBeGreaterThan(3);
      await toNext();
      expect(await followAll(next)).toBe(followed);
    },
  );

  test.skipIf(isShortForm)(
    'the picture for shared links is shown, kept by versions, exported and imported',
    async () => {
      const admin = site.app.rest('admin');
      const file = await picture({ width: 1300, height: 700 }, 'wall.png');
      const { id } = (await callProcedure(site.app, 'rest', 'admin', 'media.upload', { file, alt: 'A wall' }))
        .body;
      const words = { title: 'Shared', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
      const { post } = (
        await admin.post('/api/admin/blog-posts', { ...words, is_published: true, slug: 'shared' })
      ).body;
      const change = (share_picture: number | null) =>
        admin.put(`/api/admin/blog-posts/${post.id}/publishing`, { share_picture });
      expect(await change(id)).toMatchObject({ status: 200, body: { post: { share_picture: id } } });
      const shown = async (where: Site) => readHead((await at(where, '/blog/shared')).body).said;
      const said = await shown(site);
      expect(said).toMatchObject({
        'og:image:alt': 'A wall',
        'og:image:width': '1280',
        'og:image:height': '689',
      });
      expect(said['og:image']).toMatch(`${publicUrl}/uploads/`);

      await change(null);
      expect((await shown(site))['og:image']).toContain('/cards/');
      await admin.post(`/api/admin/blog-posts/${post.id}/versions/2/restore`, {});
      expect((await shown(site))['og:image']).toBe(said['og:image']);

      await toNext();
      const there = await shown(next);
      expect(there).toMatchObject({ 'og:image:alt': 'A wall', 'og:image:width': '1280' });
      expect((await at(next, new URL(there['og:image'] ?? '').pathname)).statusCode).toBe(200);
    },
  );
});
