import { beforeAll, describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { picture } from '../support/pictures.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const words = { excerpt: 'E', category: 'Technology', is_published: '1' };

describe.each(databaseKinds)('the page of a post on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind, await loadBuiltPages());
    return () => site.close();
  });

  async function write(fields: Record<string, string>): Promise<number> {
    const { body, status } = await site
      .rest('admin')
      .post('/api/admin/blog-posts', buildFormData({ ...words, content: '<p>C</p>', ...fields }));
    expect(status).toBe(201);
    return body.id;
  }

  const pageOf = async (id: number) => (await site.app.inject(`/blog/${id}`)).body;

  test.each([
    { content: '<h2>One</h2><h3>Two</h3><p>C</p>', ids: [] },
    { content: '<h2>One</h2><h3>Two</h3><h3>One</h3>', ids: ['-one', '-two', '-one-2'] },
    { content: '<h2>A &amp; B</h2><h2>C</h2><h3>Part</h3><h2>D</h2>', ids: ['-a-and-b', '-c', '-d'] },
    { content: '<h2 dir="rtl">سلام</h2><h2>?</h2><h2><em>I</em> J</h2>', ids: ['-سلام', '', '-i-j'] },
  ])('the contents of $content lead to its headings', async ({ content, ids }) => {
    const page = await pageOf(await write({ title: 'T', content }));
    const expected = ids.map((id) => `section${id}`);
    expect([...page.matchAll(/<a href="#(section[^"]*)"/g)].map(([, id]) => id)).toEqual(expected);
    expect([...page.matchAll(/<h[23] id="(section[^"]*)"/g)].map(([, id]) => id)).toEqual(expected);
  });

  test('a picture that is wider than its place is asked for in the width that fills the height of the place', async () => {
    const sizesOf = async (width: number, height: number) => {
      const featured_image = await picture({ width, height });
      const form = buildFormData({ ...words, title: 'T', content: '<p>C</p>', featured_image });
      const { body } = await site.rest('admin').post('/api/admin/blog-posts', form);
      return /sizes="(\(min[^"]*)"/.exec(await pageOf(body.post.id))?.[1];
    };
    expect(await sizesOf(600, 400)).toBe('(min-width: 60rem) 95vw, 100vw');
    expect(await sizesOf(840, 240)).toBe('(min-width: 60rem) calc(95vw * 1.50), calc(100vw * 2.33)');
  });

  test('a post links to the public posts before and after it', async () => {
    const first = await write({ title: 'First' });
    const middle = await write({ title: 'Middle', tags: '["patching"]' });
    await write({ title: 'Draft', is_published: '0' });
    const last = await write({ title: 'Last' });
    await write({ title: 'Waiting', published_at: '2999-01-01T09:00:00Z' });
    const page = await pageOf(middle);
    expect(page).toContain(`<a href="/blog/${first}" rel="prev">`);
    expect(page).toContain(`<a class="post-next" href="/blog/${last}" rel="next">`);
    expect(await pageOf(last)).not.toContain('rel="next"');
    expect(page.indexOf('post-tags')).toBeGreaterThan(page.indexOf('<p>C</p>'));
  });

  test('a post that visitors do not see has neighbours in its preview only', async () => {
    const before = await write({ title: 'Before' });
    const waiting = await write({ title: 'Waiting', published_at: '2999-01-01T09:00:00Z' });
    const draft = await write({ title: 'Draft' });
    await site.rest('admin').put(`/api/admin/blog-posts/${draft}/publishing`, { is_published: false });
    const none = { previous: null, next: null };
    for (const id of [waiting, draft, 999_999])
      expect(await site.as('anonymous').blog.neighbours.query({ id }), String(id)).toEqual(none);
    const { body } = await site.rest('admin').post(`/api/admin/blog-posts/${draft}/preview`, { days: 1 });
    const { pathname, search } = new URL(body.link);
    expect((await site.app.inject(pathname + search)).body).toContain(
      `<a href="/blog/${before}" rel="prev">`,
    );
  });

  test('the language of a post is a tag in its usual spelling, and stays until it is changed', async () => {
    const id = await write({ title: 'T' });
    const rest = site.rest('admin');
    const set = (lang: unknown) => rest.put(`/api/admin/blog-posts/${id}/publishing`, { lang });
    const refused = { lang: ['Language must be a language tag, such as en, pt-BR or ar'] };
    for (const [given, stored] of [
      ['pt_br', 'pt-BR'],
      ['ZH-hant', 'zh-Hant'],
      ['gsw', 'gsw'],
      ['jp', refused],
      ['English', refused],
      ['<b>', refused],
      [undefined, 'gsw'],
      ['', null],
    ]) {
      const { body } = await set(given);
      expect(body.errors ?? body.post.lang, String(given)).toEqual(stored);
    }
    await set('ar');
    const { body } = await rest.put(
      `/api/admin/blog-posts/${id}`,
      buildFormData({ ...words, title: 'U', content: 'C' }),
    );
    expect(body.post).toMatchObject({ title: 'U', lang: 'ar' });
  });

  test('a page, its data and the feeds state the language and the direction of a post', async () => {
    const content = '<p>سلام</p><p>Node سلام</p>';
    const arabic = await write({ title: 'سلام', content, lang: 'ar' });
    const page = await pageOf(arabic);
    expect(page).toContain('<article class="post" dir="rtl">');
    expect(page).toContain('<h1 lang="ar">سلام</h1>');
    expect(page).toContain(`<div class="prose" lang="ar">${content}</div>`);
    expect(page).toContain('"inLanguage":"ar"');
    expect(page).toContain('<meta property="og:locale" content="ar_EG">');
    const list = (await site.app.inject('/blog')).body;
    expect(list).toMatch(
      /<li class="post-card whole-link">.*<h3 lang="ar" dir="rtl">.*<p class="post-card-excerpt" lang="ar" dir="rtl">/s,
    );
    const json = (await site.app.inject('/feed.json')).json();
    expect(json.items[0]).toMatchObject({
      language: 'ar',
      content_html: `<div lang="ar" dir="rtl">${content}</div>`,
    });
    expect((await site.app.inject('/feed.xml')).body).toContain('<dc:language>ar</dc:language>');
    const unnamed = await pageOf(await write({ title: 'ברוכים', content }));
    expect(unnamed).toContain('<article class="post" dir="rtl">');
    expect(unnamed).toContain('<h1>ברוכים</h1>');
    const quoting = await pageOf(await write({ title: 'T', content, lang: 'de' }));
    expect(quoting).toContain('<article class="post">');
    expect(quoting).toContain('<div class="prose" lang="de"><p dir="auto">');
  });
});
