import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAnswers } from '../../src/cache/answers.ts';
import { form } from '../support/callers.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

describe('what is kept', () => {
  const still = { known: () => 1, ask: async () => 1 };
  const half = async (body: Buffer) => body.subarray(0, body.length / 2);
  const answerOf = (bytes: number) => async () => ({ status: 200, headers: {}, body: 'x'.repeat(bytes) });

  test('never takes more than its bound, with compressed forms counted in; the longest unused goes first', async () => {
    const maxBytes = 200_000;
    const answers = createAnswers(still, maxBytes, half);
    for (let number = 0; number < 100; number += 1) {
      const answer = await answers.get(`page ${number}`, answerOf(9000));
      for (const coding of ['br', 'gzip'] as const) await answers.wantForm(answer, coding);
      expect(answers.find('page 0')).toBeDefined();
      expect(answers.bytes()).toBeLessThanOrEqual(maxBytes);
    }
    expect(answers.bytes()).toBeGreaterThan(maxBytes / 2);
    expect(answers.find('page 1')).toBeUndefined();
    expect(answers.find('page 99')).toBeDefined();
  });

  test('does not take in an answer that would push out a tenth of the others', async () => {
    const answers = createAnswers(still, 200_000, half);
    expect((await answers.get('large', answerOf(30_000))).body).toHaveLength(30_000);
    expect(answers.find('large')).toBeUndefined();
    expect(answers.bytes()).toBe(0);
  });
});

describe('the door of a listening server', () => {
  let house: TestApp;
  let port: number;
  const text = '“quoted” — and 😀';
  beforeAll(async () => {
    house = await testApp('sqlite');
    const post = {
      title: text,
      excerpt: 'E',
      content: '<p>C</p>',
      category: 'Technology',
      is_published: '1',
    };
    await house.rest('admin').post('/api/admin/blog-posts', form(post));
    await house.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = house.app.server.address() as AddressInfo);
  });
  afterAll(() => house.close());

  /** An answer as it goes over the wire: its headers one by one, its bytes. */
  async function get(path: string) {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpGet({ host: '127.0.0.1', port, path, agent: false }, resolve).on('error', reject);
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    const names = answer.rawHeaders.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase());
    const { date: _, connection: __, ...headers } = answer.headers;
    return { status: answer.statusCode, headers, names, bytes: Buffer.concat(chunks) };
  }

  test.each(['/api/blog-posts?page=1', '/api/blog-posts/1', '/sitemap.xml'])(
    '%s is the same from what is kept as when it was made, each header once',
    async (path) => {
      const made = await get(path);
      const kept = await get(path);
      expect(made.status).toBe(200);
      expect(kept.bytes.equals(made.bytes)).toBe(true);
      expect(kept.headers).toEqual(made.headers);
      expect(Number(kept.headers['content-length'])).toBe(kept.bytes.length);
      for (const { names } of [made, kept]) {
        expect(names.toSorted()).toEqual([...new Set(names)].sort());
        expect(names).toContain('content-security-policy');
      }
    },
  );

  test('signs beyond Latin-1 arrive as they were written', async () => {
    for (const path of ['/api/blog-posts?per_page=1', '/api/blog-posts?per_page=1']) {
      expect(JSON.parse((await get(path)).bytes.toString()).posts[0].title).toBe(text);
    }
  });
});
