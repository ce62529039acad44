import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KyselyPlugin } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { createJob } from '../support/factories.ts';
import { asFile, picture } from '../support/pictures.ts';
import { type OpenedStorage, openStorage, storageKinds } from '../support/storages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
const limit = 10 * 1024 * 1024;

const renderPage = async () => ({ status: 404, head: '', html: '', data: null });

let port: number;
const site = useSite({
  parts: { renderPage },
  fill: async (site) => {
    await site.app.listen({ host: '127.0.0.1', port: 0 });
    port = (site.app.server.address() as AddressInfo).port;
  },
});

/** Returns a real picture of an exact number of bytes. Decoders ignore what follows its end. */
async function pictureOfBytes(bytes: number): Promise<File> {
  const whole = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f5d4a' } })
    .jpeg()
    .toBuffer();
  return asFile(Buffer.concat([whole, Buffer.alloc(bytes - whole.length)]), 'large.jpeg');
}

/** The beginning of a form up to the bytes of its file. */
const formHead = [
  ...Object.entries(post).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  ),
  '--b\r\ncontent-disposition: form-data; name="featured_image"; filename="a.jpeg"\r\ncontent-type: image/jpeg\r\n\r\n',
].join('');

/** Opens an upload over a real connection. The test sends its bytes. */
async function openUpload(endpoint: string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await site.openSession('admin')}`;
  const sent = request({
    port,
    method: 'POST',
    path: endpoint,
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=b', ...headers },
  });
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve({ status: response.statusCode ?? 0, body });
    });
  });
  sent.write(formHead);
  return { sent, answer };
}

const quarantine = async () => (await site.files()).quarantine;

const endpoints = ['/api/admin/blog-posts', '/trpc/blog.create'];

describe.each(endpoints)('UP1: the size of a file sent to %s', (endpoint) => {
  const create = (file: File) =>
    site.rest('admin').post(endpoint, buildFormData({ ...post, tags: '[]', featured_image: file }));
  const errorsIn = (body: { errors?: object; error?: { data: { errors: object } } }) =>
    body.errors ?? body.error?.data.errors;

  test('of exactly 10 MiB is taken, of one byte more is refused under its field', async () => {
    expect((await create(await pictureOfBytes(limit))).status).toBeLessThan(202);
    const refused = await create(await pictureOfBytes(limit + 1));
    expect(refused.status).toBe(413);
    expect(errorsIn(refused.body)).toEqual({ featured_image: ['The file may have at most 10 MB.'] });
    await expect.poll(quarantine).toEqual([]);
  });

  test.each([
    ['of unknown length', {}],
    ['of a declared length', { 'content-length': String(40 * 1024 * 1024) }],
  ])('%s that is too large is refused before all of it has come', async (_what, headers) => {
    const { sent, answer } = await openUpload(endpoint, headers);
    let sentBytes = 0;
    const stop = new AbortController();
    const sending = (async () => {
      const megabyte = Buffer.alloc(1024 * 1024);
      while (!stop.signal.aborted && sentBytes < 30 * megabyte.length) {
        if (!sent.write(megabyte))
          await Promise.race([new Promise((drained) => sent.once('drain', drained)), answer]);
        sentBytes += megabyte.length;
      }
    })();
    const { status, body } = await answer;
    stop.abort();
    await sending;
    expect(status).toBe(413);
    expect(errorsIn(JSON.parse(body))).toEqual({ featured_image: ['The file may have at most 10 MB.'] });
    await expect.poll(quarantine).toEqual([]);
    sent.on('error', () => {});
    sent.destroy();
  });

  test('what has no field to go to is not taken without a limit either', async () => {
    const large = buildFormData({ ...post, another: asFile(Buffer.alloc(limit + 1)) });
    expect((await site.rest('admin').post(endpoint, large)).status).toBe(413);
  });

  test('a client that disconnects half-way leaves nothing behind', async () => {
    const { sent, answer } = await openUpload(endpoint);
    answer.catch(() => {});
    sent.write(Buffer.alloc(300_000));
    await expect.poll(quarantine).not.toEqual([]);
    sent.destroy();
    await expect.poll(quarantine).toEqual([]);
  });
});

describe.each(storageKinds)('UP9: a stored file in the %s', (kind) => {
  let site: TestApp;
  let opened: OpenedStorage;
  let path: string;
  let whole: Buffer;
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    site.app.inject({ method, url, headers });
  beforeAll(async () => {
    opened = await openStorage(kind);
    site = await testApp('sqlite', { storage: opened.storage, renderPage });
    const sent = buildFormData({ ...post, featured_image: await picture({ width: 300, height: 200 }) });
    const { body } = await site.rest('admin').post('/api/admin/blog-posts', sent);
    path = `/${body.post.featured_image}`;
    whole = (await get(path)).rawPayload;
  });
  afterAll(async () => {
    await site.close();
    await opened.close();
  });

  test('has its type, cannot run scripts, and may be cached for ever', async () => {
    const { headers, statusCode } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(whole.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
  });

  test('supports HEAD like GET, without the bytes', async () => {
    const { headers, statusCode, rawPayload } = await get(path, {}, 'HEAD');
    expect({ statusCode, length: rawPayload.length }).toEqual({ statusCode: 200, length: 0 });
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(whole.length) });
  });

  test('is not sent again to a client that has it', async () => {
    const etag = String((await get(path)).headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect((await get(path, { 'if-none-match': known })).statusCode, known).toBe(304);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=0-99999999', 0, undefined],
  ])('gives the range %s', async (range, from, to) => {
    const answer = await get(path, { range });
    expect(answer.statusCode).toBe(206);
    expect(answer.rawPayload).toEqual(whole.subarray(from, to));
    expect(answer.headers['content-range']).toMatch(new RegExp(`^bytes \\d+-\\d+/${whole.length}$`));
  });

  test('is sent completely for a malformed range, and 416 for one after its end', async () => {
    for (const range of ['bytes=9-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-']) {
      expect((await get(path, { range })).statusCode, range).toBe(200);
    }
    expect((await get(path, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
    const behind = await get(path, { range: `bytes=${whole.length}-` });
    expect(behind.statusCode).toBe(416);
    expect(behind.headers['content-range']).toBe(`bytes */${whole.length}`);
  });

  test.each([
    '/uploads/',
    '/uploads',
    '/uploads/..%2f..%2fatrium.sqlite',
    '/uploads/%2e%2e%2fatrium.sqlite',
    '/uploads/%252e%252e%252fatrium.sqlite',
    '/uploads/..%5catrium.sqlite',
    '/uploads/..\\atrium.sqlite',
    '/uploads/../atrium.sqlite',
    '/uploads/a%00.png',
    '/uploads/%c0%ae%c0%ae/atrium.sqlite',
    '/uploads/%',
    '/uploads/.probe',
  ])('%s is a 404', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  test('that is missing is a 404, with a placeholder where a page shows it', async () => {
    const gone = `/uploads/${'0'.repeat(32)}-00000000.png`;
    expect((await get(gone)).statusCode).toBe(404);
    const shown = await get(gone, { accept: 'image/avif,image/webp,*/*' });
    expect(shown).toMatchObject({
      statusCode: 404,
      headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'no-store' },
    });
  });
});

test.skipIf(isShortForm)(
  'while the database is away, the last answer about a picture counts, and another picture is a 503',
  async () => {
    const { database } = site;
    let isAway = false;
    const failing: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { search, atOneMoment } = database.read;
    const read = Object.assign(database.read.withPlugin(failing), { search, atOneMoment });
    const { storage, close } = await openStorage('folder');
    const app = await testApp('sqlite', { database: { ...database, read }, storage, renderPage });
    const create = async () => {
      const form = buildFormData({ ...post, featured_image: await picture() });
      return (await app.rest('admin').post('/api/admin/blog-posts', form)).body.post;
    };
    const [shown, deleted, unknown] = [await create(), await create(), await create()];
    await app.rest('admin').delete(`/api/admin/blog-posts/${deleted.id}`);
    const statusOf = async ({ featured_image }: { featured_image: string }) =>
      (await app.app.inject(`/${featured_image}`)).statusCode;
    const statuses = async () => [await statusOf(shown), await statusOf(deleted)];
    expect(await statuses()).toEqual([200, 404]);
    await createJob(database.fork());
    isAway = true;
    expect([...(await statuses()), await statusOf(unknown)]).toEqual([200, 404, 503]);
    isAway = false;
    expect([...(await statuses()), await statusOf(unknown)]).toEqual([200, 404, 200]);
    await app.close();
    await close();
  },
);
