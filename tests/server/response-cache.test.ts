import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createResponseCache } from '../../src/cache/response-cache.ts';
import { createScheduleVersion } from '../../src/cache/versioned-cache.ts';
import { buildFormData } from '../support/callers.ts';
import { useSite } from '../support/use-site.ts';

describe('the cache', () => {
  const unchanged = { known: () => 1, ask: async () => 1 };
  const half = async (body: Buffer) => body.subarray(0, body.length / 2);
  const responseOf = (bytes: number) => async () => ({ status: 200, headers: {}, body: 'x'.repeat(bytes) });

  test('never takes more than its bound, including compressed bodies, and evicts the least recently used first', async () => {
    const maxBytes = 200_000;
    const cache = createResponseCache(unchanged, maxBytes, half);
    for (let number = 0; number < 100; number += 1) {
      const response = await cache.get(`page ${number}`, responseOf(9000));
      for (const coding of ['br', 'gzip'] as const) await cache.encode(response, coding);
      expect(cache.find('page 0')).toBeDefined();
      expect(cache.bytes()).toBeLessThanOrEqual(maxBytes);
    }
    expect(cache.bytes()).toBeGreaterThan(maxBytes / 2);
    expect(cache.find('page 1')).toBeUndefined();
    expect(cache.find('page 99')).toBeDefined();
  });

  test('does not cache a response that takes more than a tenth of the bound', async () => {
    const cache = createResponseCache(unchanged, 200_000, half);
    expect((await cache.get('large', responseOf(30_000))).body).toHaveLength(30_000);
    expect(cache.find('large')).toBeUndefined();
    expect(cache.bytes()).toBe(0);
  });

  test('compresses a body that does not become smaller only once', async () => {
    let tries = 0;
    const cache = createResponseCache(unchanged, 200_000, async (body) => {
      tries += 1;
      return body;
    });
    const response = await cache.get('page', responseOf(9000));
    for (let request = 0; request < 2; request += 1) {
      await cache.encode(response, 'br');
      expect(cache.isCompressed(response, 'br')).toBe(true);
      expect(cache.encoded(response, 'br')).toBeUndefined();
    }
    expect(tries).toBe(1);
  });

  test('reads the schedule once after a change, however many requests ask at once', async () => {
    let reads = 0;
    const readNext = async () => {
      reads += 1;
      return undefined;
    };
    const content = createScheduleVersion(unchanged, readNext, () => new Date(0));
    await Promise.all([content.ask(), content.ask(), content.ask()]);
    expect(reads).toBe(1);
  });

  test('counts nothing as current while the schedule cannot be read, and again when it can', async () => {
    let isAway = false;
    const readNext = async () => {
      if (isAway) throw new Error('away');
      return new Date(5000);
    };
    let now = 0;
    const content = createScheduleVersion(unchanged, readNext, () => new Date(now));
    const first = await content.ask();
    expect([content.known(), content.validForMs()]).toEqual([first, 5000]);
    isAway = true;
    expect(await content.ask()).toBe(first);
    now = 6000;
    expect(await content.ask()).not.toBe(first);
    expect([content.known(), content.validForMs()]).toEqual([undefined, 0]);
    isAway = false;
    now = 4000;
    expect(await content.ask()).toBe(content.known());
    expect(content.validForMs()).toBe(1000);
  });

  test('keeps nothing alive but the bytes that it counts', async () => {
    const cache = createResponseCache(unchanged, 200_000, half);
    const response = await cache.get('page', responseOf(9000));
    await cache.encode(response, 'br');
    for (const { buffer, length } of [response.body, cache.encoded(response, 'br')!]) {
      expect(buffer.byteLength).toBe(length);
    }
  });
});

describe('a listening server', () => {
  let port: number;
  const text = '“quoted” — and 😀';
  useSite({
    fill: async ({ app, rest }) => {
      const post = {
        title: text,
        excerpt: 'E',
        content: '<p>C</p>',
        category: 'Technology',
        is_published: '1',
      };
      await rest('admin').post('/api/admin/blog-posts', buildFormData(post));
      await app.listen({ host: '127.0.0.1', port: 0 });
      ({ port } = app.server.address() as AddressInfo);
    },
  });

  /** Requests a path and returns the raw response: its headers and bytes. */
  async function get(path: string) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpGet({ host: '127.0.0.1', port, path, agent: false }, resolve).on('error', reject);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    const names = answer.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    const { date: _, connection: __, 'x-request-id': ___, ...headers } = answer.headers;
    return { status: answer.statusCode, headers, names, bytes: Buffer.concat(chunks) };
  }

  test.each(['/api/blog-posts?page=1', '/api/blog-posts/1', '/sitemap.xml'])(
    '%s is the same from the cache as when it was made, each header once',
    async (path) => {
      const made = await get(path);
      const cached = await get(path);
      expect(made.status).toBe(200);
      expect(cached.bytes.equals(made.bytes)).toBe(true);
      expect(cached.headers).toEqual(made.headers);
      expect(Number(cached.headers['content-length'])).toBe(cached.bytes.length);
      for (const { names } of [made, cached]) {
        expect(names.toSorted()).toEqual([...new Set(names)].sort());
        expect(names).toContain('content-security-policy');
      }
    },
  );

  test('characters beyond Latin-1 arrive as they were written', async () => {
    for (const path of ['/api/blog-posts?per_page=1', '/api/blog-posts?per_page=1']) {
      expect(JSON.parse((await get(path)).bytes.toString()).posts[0].title).toBe(text);
    }
  });
});

class Unavailable extends Error {}

/** Creates a cache whose content version and clock the test sets. */
function cacheAt() {
  const now = { version: 1, ms: 0 };
  const content = { known: () => now.version, ask: async () => now.version };
  const encode = async (body: Buffer) => body;
  const cache = createResponseCache(
    content,
    1e6,
    encode,
    (error) => error instanceof Unavailable,
    () => now.ms,
  );
  const make = (body: string, status = 200) => cache.get('page', async () => ({ status, body, headers: {} }));
  const fail = (error: Error) => cache.get('page', () => Promise.reject(error));
  return { now, make, fail };
}

describe('DU3 an outdated response', () => {
  test.each([0, 59_000])('is sent while a new one cannot be made, %i ms after it was current', async (ms) => {
    const { now, make, fail } = cacheAt();
    const good = await make('good');
    now.version = 2;
    now.ms = ms;
    expect(await fail(new Unavailable())).toBe(good);
    expect(await make('away', 503)).toBe(good);
    expect((await make('newer')).body.toString()).toBe('newer');
  });

  test('is current until a change outdates it, however long ago it was made', async () => {
    const { now, make, fail } = cacheAt();
    await make('good');
    now.ms = 1e9;
    const good = await make('never made');
    now.version = 2;
    now.ms += 30_000;
    expect(await fail(new Unavailable())).toBe(good);
  });

  test('is not sent later, nor when its subject has been deleted', async () => {
    const { now, make, fail } = cacheAt();
    await make('good');
    now.version = 2;
    await expect(fail(new Error('gone'))).rejects.toThrow('gone');
    now.ms = 61_000;
    await expect(fail(new Unavailable())).rejects.toThrow(Unavailable);
    expect((await make('away', 503)).status).toBe(503);
  });
});
