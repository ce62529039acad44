import { readdir } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chooseEncoding } from '../../src/http/plugins/compression.ts';
import { createPost } from '../support/factories.ts';
import { fixedPaths, loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['br;q=nonsense', undefined],
  ['', undefined],
  [undefined, undefined],
])('of «%s» we send %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

describe('what is sent', () => {
  const site = useSite({
    parts: loadBuiltPages,
    fill: async (site) => {
      const content = `<p>${'Long enough to be packed. '.repeat(60)}</p>`;
      for (let count = 0; count < 6; count += 1) await createPost(site.database.fork(), { content });
    },
  });
  const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });

  test.each(['/', '/blog/1', '/nothing', '/sitemap.xml', '/feed.xml', '/feed.json'])(
    '%s comes packed for who takes it, and says so',
    async (url) => {
      const [plain, br, gzip] = await Promise.all([
        get(url),
        get(url, { 'accept-encoding': 'gzip, br' }),
        get(url, { 'accept-encoding': 'gzip' }),
      ]);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect([br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
      for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('accept-encoding');
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    },
  );

  test('a list of rows that staff have written comes packed to the panel, but nothing that strangers have', async () => {
    const token = await site.openSession('admin');
    const list = (path: string) =>
      get(encodeURI(`/trpc/${path}`), { authorization: `Bearer ${token}`, 'accept-encoding': 'br' });
    const rows = await list('blog.list?batch=1&input={"0":{}}');
    expect(rows.statusCode, rows.body).toBe(200);
    expect(rows.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    });
    const [{ result }] = JSON.parse(brotliDecompressSync(rows.rawPayload).toString());
    expect(result.data.posts).toHaveLength(6);
    for (const path of ['inbox.list?input={}', 'blog.list,inbox.list?batch=1&input={"0":{},"1":{}}']) {
      const others = await list(path);
      expect([others.statusCode, others.headers['content-encoding']]).toEqual([200, undefined]);
    }
  });

  test('scripts and styles were compressed by the build, and may be cached for ever', async () => {
    const names = (await readdir('dist/client/assets')).filter((name) =>
      /^entry-\w+-[\w-]+\.(js|css)$/.test(name),
    );
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const plain = await get(`/assets/${name}`);
      // A smaller file fits into the first packet uncompressed.
      if (plain.rawPayload.length < 1024) continue;
      expect(plain.headers['content-encoding']).toBeUndefined();
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, rawPayload } = await get(`/assets/${name}`, { 'accept-encoding': encoding });
        expect(headers).toMatchObject({
          'content-encoding': encoding,
          'content-type': plain.headers['content-type'],
          vary: 'accept-encoding',
          'cache-control': 'public, max-age=31536000, immutable',
        });
        expect(unpack(rawPayload).equals(plain.rawPayload)).toBe(true);
      }
    }
  });

  test('a public page is the same for every visitor: no nonce, no token, no cookie', async () => {
    const token = await site.openSession('admin');
    for (const url of [...fixedPaths, '/blog/1', '/nothing']) {
      const stranger = await get(url);
      const staff = await get(url, {
        authorization: `Bearer ${token}`,
        cookie: `__Host-atrium_session=${token}`,
        'user-agent': 'another',
        'accept-language': 'de',
      });
      expect(staff.body).toBe(stranger.body);
      for (const { body, headers } of [stranger, staff]) {
        expect(body).not.toMatch(/nonce|form_token|xsrf/i);
        expect(headers['set-cookie']).toBeUndefined();
        expect(headers['content-security-policy']).not.toMatch(/nonce|unsafe/);
      }
    }
  });
});
