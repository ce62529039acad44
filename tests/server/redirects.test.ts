import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { insertAddress } from '../../src/content/addresses/stored-addresses.service.ts';
import { realPages } from '../support/real-pages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

/** What is typed, and what is stored and sent. */
const targets: [typed: string, sent: string][] = [
  ['/blog?tag=日本', '/blog?tag=%E6%97%A5%E6%9C%AC'],
  ['/blog?tag=a\r\nset-cookie: x', '/blog?tag=aset-cookie:%20x'],
  ['/blog?tag=\u0001b', '/blog?tag=%01b'],
  ['/blog?tag=\u202eab#\u202e', '/blog?tag=%E2%80%AEab#%E2%80%AE'],
  ['/blog?tag=a"<b>', '/blog?tag=a%22%3Cb%3E'],
  ['/services/../blog?tag=a', '/blog?tag=a'],
  ['/blog?category=Company+News&search=%41', '/blog?category=Company+News&search=%41'],
];

let site: TestApp;
beforeAll(async () => {
  site = await testApp('sqlite', await realPages());
});
afterAll(() => site.close());

const add = async (path: string, target: string) => {
  const { status, body } = await site.rest('admin').post('/api/admin/redirects', { path, target });
  return { status, target: body.redirect?.target, problem: Object.values(body.errors ?? {}).flat()[0] };
};
const open = async (url: string) => {
  const { statusCode, headers } = await site.app.inject({ url });
  return { status: statusCode, location: headers.location };
};

describe('the target of a redirect', () => {
  test('is stored as browsers write it', async () => {
    for (const [at, [typed, sent]] of targets.entries()) {
      const path = `/typed-${at}`;
      expect(await add(path, typed), path).toEqual({ status: 201, target: sent, problem: undefined });
      expect(await open(path), path).toEqual({ status: 301, location: sent });
    }
  });

  test('of an earlier version is sent as browsers write it', async () => {
    const work = { em: site.database.fork(), read: site.database.read, viewer: null, now: new Date() };
    for (const [at, [typed, sent]] of targets.entries()) {
      const path = `/stored-${at}`;
      const target = typed.replace('/services/..', '');
      const address = { path, kind: 'redirect', item_id: null, target, is_current: false };
      await inTransaction(work, (inside) => insertAddress(inside, address));
      expect(await open(path), path).toEqual({ status: 301, location: sent });
    }
  });

  test('is never another origin', async () => {
    const others = ['/..//example.com', '/.//example.com/blog', '/\t/example.com', '\\\\example.com'];
    for (const target of [...others, 'HTTP://example.com', '/blog//../..//example.com']) {
      const { status, problem } = await add('/elsewhere', target);
      expect([target, status, typeof problem]).toEqual([target, 422, 'string']);
    }
  });
});

describe('a redirect from an address of the program', () => {
  const used = 'The program itself uses this address, so it cannot lead elsewhere.';

  test('is refused for everything that a route answers', async () => {
    const addresses = [
      ...['/healthz', '/readyz', '/metrics', '/sitemap.xml', '/robots.txt', '/feed.xml', '/feed.json'],
      ...['/favicon.ico', '/manifest.webmanifest', '/careers', '/Healthz/', '/%68ealthz'],
      ...['/api', '/api/anything', '/trpc', '/trpc/a', '/trpc/a/b', '/admin', '/admin/a/b'],
      ...['/uploads/a.png', '/cards/a.png', '/brand/a/site.css', '/brand/a/b.svg', '/assets/a/b.js'],
    ];
    for (const path of addresses) {
      expect([path, await add(path, '/services')]).toEqual([
        path,
        expect.objectContaining({ problem: used }),
      ]);
    }
    expect(await add('/test', '/services')).toMatchObject({ status: 422 });
  });

  test('is possible for what no route answers', async () => {
    const free = ['/careers/12-founder', '/blog/of-the-old-site', '/health', '/uploads/2019/01/old.png'];
    for (const path of [...free, '/feed']) {
      expect([path, (await add(path, '/services')).status]).toEqual([path, 201]);
      expect(await open(path), path).toEqual({ status: 301, location: '/services' });
    }
  });
});
