import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { extname } from 'node:path';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';
import { chooseByForm } from '../support/test-form.ts';

let assets: string[];
const site = useSite({
  parts: loadBuiltPages,
  fill: async () => {
    const built = await readdir('dist/client/assets');
    const all = built.filter((name) => !/\.(br|gz)$/.test(name)).map((name) => `/assets/${name}`);
    // The type follows from the ending. In the short form each ending has one file.
    assets = chooseByForm(all, [...new Map(all.map((name) => [extname(name), name])).values()]);
  },
});

const files = ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'icon-192.png', 'manifest.webmanifest'];
const texts = ['robots.txt', 'sitemap.xml', 'feed.xml', 'api/openapi.json', 'api/docs', 'healthz', 'metrics'];
const pages = ['', 'blog', 'admin/login'];
const missing = ['nothing-here', 'api/nothing', `uploads/${'0'.repeat(32)}-${'0'.repeat(16)}.webp`];

test('every answer with words in it names its type and its charset', async () => {
  const typeOf = async (url: string, status: number, encoding = 'br') => {
    const headers = { accept: 'image/*,*/*', 'accept-encoding': encoding };
    const answer = await site.app.inject({ url, headers });
    expect([url, answer.statusCode]).toEqual([url, status]);
    return String(answer.headers['content-type']);
  };
  const types = new Set<string>();
  const known = [...[...files, ...texts, ...pages].map((name) => `/${name}`), ...assets];
  for (const url of known) types.add(await typeOf(url, 200));
  for (const url of assets) types.add(await typeOf(url, 200, 'identity'));
  for (const name of missing) types.add(await typeOf(`/${name}`, 404));
  const isText = (type: string) => /^text\/|xml|json|javascript/.test(type);
  expect([...types].filter((type) => !isText(type)).toSorted()).toEqual([
    'application/octet-stream',
    'application/x-font-type1',
    'font/ttf',
    'font/woff2',
    'image/png',
    'image/vnd.microsoft.icon',
  ]);
  for (const type of types) if (isText(type)) expect(type).toMatch(/; ?charset=utf-8$/i);
});

test('a change by GET is refused, whoever asks', async () => {
  const headers = { authorization: `Bearer ${await site.openSession('admin')}` };
  for (const name of ['auth.logout', 'users.remove', 'account.endOtherSessions']) {
    const { statusCode } = await site.app.inject({ url: `/trpc/${name}?input=%7B%22id%22%3A1%7D`, headers });
    expect([name, statusCode]).toEqual([name, 405]);
  }
  const { statusCode } = await site.app.inject({ url: '/api/admin/user', headers });
  expect(statusCode).toBe(200);
});

test('TRACE is not answered with the request', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  const headers = { host: 'localhost', 'x-secret': 'a walk by the river' };
  const answer = await new Promise<{ status: number | undefined; text: string }>((done, fail) => {
    const sent = request({ method: 'TRACE', host: '127.0.0.1', port, path: '/', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done({ status: response.statusCode, text }));
    });
    sent.on('error', fail).end();
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.text).not.toContain('a walk by the river');
});
