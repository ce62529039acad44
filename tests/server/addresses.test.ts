import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slugOfText, maxSlugLength, findSlugProblem } from '../../src/shared/slugs.ts';
import { databaseKinds } from '../support/database.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { toEarlierPath, storeOldAddress } from '../../src/content/addresses/old-addresses.ts';
import { createProject } from '../support/factories.ts';
import { randomFrom, seed } from '../support/random.ts';
import { publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const words = { title: 'Zero trust', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
const job = {
  title: 'Founder',
  description: 'Casts',
  type: 'Full-time',
  location: 'London',
  department: 'Foundry',
  requirements: ['Patience'],
  responsibilities: ['Cast'],
};

let pages: Awaited<ReturnType<typeof loadBuiltPages>>;
beforeAll(async () => {
  pages = await loadBuiltPages();
});

describe.each(databaseKinds)('addresses on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind, pages);
  });
  afterAll(() => site.close());
  const admin = () => site.rest('admin');
  const get = (url: string) => site.app.inject({ url });
  const create = async (more: object = {}) =>
    (await admin().post('/api/admin/blog-posts', { ...words, is_published: true, ...more })).body.post;
  const rename = (id: number, slug: string | null) =>
    admin().put(`/api/admin/blog-posts/${id}/publishing`, { slug });
  const sitemap = async () => (await get('/sitemap.xml')).body;

  test('a slug is canonical, and the id still answers', async () => {
    const post = await create({ slug: 'zero-trust' });
    expect(post).toMatchObject({ slug: 'zero-trust', path: '/blog/zero-trust' });
    for (const path of [`/blog/${post.id}`, '/blog/zero-trust', '/blog/Zero-Trust/']) {
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      const { canonical, said } = readHead(body);
      expect(canonical).toBe(`${publicUrl}/blog/zero-trust`);
      expect(said['og:url']).toBe(canonical);
      expect(body).toContain(`"mainEntityOfPage":"${canonical}"`);
    }
    expect(await sitemap()).toContain(`<loc>${publicUrl}/blog/zero-trust</loc>`);
    expect(await sitemap()).not.toContain(`<loc>${publicUrl}/blog/${post.id}</loc>`);
    expect((await get('/blog')).body).toContain('href="/blog/zero-trust"');
    const feed = (await get('/feed.xml')).body;
    expect(feed).toContain(`<link>${publicUrl}/blog/zero-trust</link>`);
    expect(feed).toContain(`<guid isPermaLink="false">${publicUrl}/blog/${post.id}</guid>`);
  });

  test('five changes give five old addresses with one redirect each, to the present address', async () => {
    const post = await create({ slug: 'name-0' });
    for (const at of [1, 2, 3, 4, 5]) expect((await rename(post.id, `name-${at}`)).status).toBe(200);
    for (const at of [0, 1, 2, 3, 4]) {
      const { statusCode, headers } = await get(`/blog/name-${at}?utm=1`);
      expect([statusCode, headers.location]).toEqual([301, '/blog/name-5']);
    }
    expect((await get('/blog/name-5')).statusCode).toBe(200);
    const old = await site.rest('admin').get('/api/blog-posts/by-slug/name-2');
    expect([old.status, old.body.message]).toEqual([
      404,
      'This address is a past one. The page is at /blog/name-5 now.',
    ]);
    // A way back is no loop.
    expect((await rename(post.id, 'name-0')).status).toBe(200);
    expect((await get('/blog/name-0')).statusCode).toBe(200);
    expect((await get('/blog/name-5')).headers.location).toBe('/blog/name-0');
    expect((await rename(post.id, null)).body.post).toMatchObject({ slug: null, path: `/blog/${post.id}` });
    expect((await get('/blog/name-0')).headers.location).toBe(`/blog/${post.id}`);
  });

  test('the address of another row, present or past, is refused until it is given up', async () => {
    const first = await create({ slug: 'taken' });
    const second = await create();
    const refused = async () => {
      const { status, body } = await rename(second.id, 'taken');
      return [status, body.errors?.slug?.[0]];
    };
    expect(await refused()).toEqual([
      422,
      `This is the address of the page with the id ${first.id}. “taken-2” is free.`,
    ]);
    await rename(first.id, 'moved');
    await create({ slug: 'taken-2' });
    expect(await refused()).toEqual([
      422,
      `This is a past address of the page with the id ${first.id} and still leads there. It can be given up there. “taken-3” is free.`,
    ]);
    expect((await admin().post('/api/admin/blog-posts', { ...words, slug: 'taken' })).status).toBe(422);
    const own = `/api/admin/blog-posts/${first.id}/addresses`;
    expect((await admin().get(own)).body.addresses).toMatchObject([{ path: '/blog/taken' }]);
    const giveUp = (path: string) => admin().post(`${own}/give-up`, { path });
    expect((await giveUp('/blog/moved')).status).toBe(422);
    expect((await giveUp('/blog/taken-2')).status).toBe(404);
    expect((await giveUp('/blog/taken')).status).toBe(200);
    expect((await get('/blog/taken')).statusCode).toBe(404);
    expect((await rename(second.id, 'taken')).status).toBe(200);
    expect((await get('/blog/taken')).statusCode).toBe(200);
    const hr = site.rest('hr');
    expect((await hr.get(own)).status).toBe(403);
  });

  test('what an address may not be is refused in words', async () => {
    const post = await create();
    for (const [slug, message] of [
      ['2024', 'Address in words may not have only digits, as an id does'],
      [
        'My Post!',
        'Address in words may have only lower-case letters and digits, with hyphens between words, such as “my-post”',
      ],
      [
        'a/b',
        'Address in words may have only lower-case letters and digits, with hyphens between words, such as “a-b”',
      ],
      ['-', 'Address in words may have only lower-case letters and digits, with hyphens between words'],
      ['x'.repeat(81), 'Address in words may have at most 80 characters'],
    ] as const) {
      const { status, body } = await rename(post.id, slug);
      expect([slug, status, body.errors?.slug?.[0]]).toEqual([slug, 422, message]);
    }
    // The advice is what the server proposes, in the language of the row or of the site.
    const advice = async (slug: string) =>
      /“(.*)”$/.exec((await rename(post.id, slug)).body.errors?.slug?.[0] ?? '')?.[1];
    expect(await advice('grüße')).toBe('grusse');
    await site.rest('admin').put('/api/admin/settings/region', { value: { language: 'de' } });
    expect(await advice('grüße-an-alle')).toBe('gruesse-an-alle');
    await site.rest('admin').patch(`/api/admin/blog-posts/${post.id}`, { lang: 'tr' });
    expect(await advice('ılık-çay')).toBe('ilik-cay');
    await site.rest('admin').put('/api/admin/settings/region', { value: { language: 'en' } });
    // Exports and programs of earlier versions may have letters that are no accented ones.
    expect((await rename(post.id, 'smørrebrød')).status).toBe(200);
    expect((await rename(post.id, '日本語の題名')).body.post.path).toBe(
      `/blog/${encodeURIComponent('日本語の題名')}`,
    );
    expect((await get(`/blog/${encodeURIComponent('日本語の題名')}`)).statusCode).toBe(200);
  });

  test('an address that begins with digits is no id, and a past one leads to its own page', async () => {
    const [one, two] = [await create(), await create()];
    const slug = `${one.id}-reasons`;
    await rename(two.id, slug);
    expect(readHead((await get(`/blog/${slug}`)).body).canonical).toBe(`${publicUrl}/blog/${slug}`);
    await rename(two.id, null);
    expect((await get(`/blog/${slug}`)).headers.location).toBe(`/blog/${two.id}`);
    expect((await get(`/blog/${one.id}-other`)).statusCode).toBe(404);
  });

  test('an old address that begins with the id of another post leads to its own, or where staff say', async () => {
    const [other, imported] = [await create(), await create({ slug: 'safe-passwords' })];
    const tips = `/blog/${other.id}-tips-for-safe-passwords/`;
    const told = await inTransaction({ ...site.work(), now: new Date() }, (inside) =>
      storeOldAddress(inside, { module: 'blog', item_id: imported.id }, toEarlierPath(tips)!),
    );
    expect(told).toBeUndefined();
    expect((await get(tips)).headers.location).toBe('/blog/safe-passwords');
    const review = `/blog/${other.id}-in-review/`;
    expect((await get(review)).statusCode).toBe(404);
    const added = await admin().post('/api/admin/redirects', { path: review, target: '/services' });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect((await get(review)).headers.location).toBe('/services');
    const taken = await admin().post('/api/admin/redirects', {
      path: `/blog/${other.id}`,
      target: '/services',
    });
    expect(taken.status).toBe(422);
    await admin().post('/api/admin/redirects/remove', { path: review });
  });

  test('no address tells that a draft, a scheduled, an ended or a trashed post exists', async () => {
    const post = await create({ slug: 'secret-old' });
    await rename(post.id, 'secret-new');
    const publish = (change: object) => admin().put(`/api/admin/blog-posts/${post.id}/publishing`, change);
    const found = async () => {
      const answers = await Promise.all(
        [
          '/blog/secret-old',
          '/blog/secret-new',
          `/blog/${post.id}`,
          '/api/blog-posts/by-slug/secret-new',
        ].map(get),
      );
      return answers.map(({ statusCode }) => statusCode);
    };
    expect(await found()).toEqual([301, 200, 200, 200]);
    for (const hidden of [
      { is_published: false },
      { is_published: true, published_at: '2099-01-01T00:00:00Z' },
      { published_at: '2020-01-01T00:00:00Z', unpublish_at: '2020-01-02T00:00:00Z' },
    ]) {
      expect((await publish(hidden)).status).toBe(200);
      expect(await found()).toEqual([404, 404, 404, 404]);
      const { body } = await get('/api/blog-posts/by-slug/secret-old');
      expect(body).not.toContain('secret-new');
    }
    await publish({ unpublish_at: '' });
    expect(await found()).toEqual([301, 200, 200, 200]);
    await admin().delete(`/api/admin/blog-posts/${post.id}`);
    expect(await found()).toEqual([404, 404, 404, 404]);
    expect((await rename((await create()).id, 'secret-new')).status).toBe(422);
    await admin().post(`/api/admin/blog-posts/${post.id}/restore`);
    expect(await found()).toEqual([301, 200, 200, 200]);
    await admin().delete(`/api/admin/blog-posts/${post.id}`);
    await admin().delete(`/api/admin/blog-posts/trash/${post.id}`);
    expect((await rename((await create()).id, 'secret-new')).status).toBe(200);
  });

  test('projects and jobs have the same addresses', async () => {
    const opening = (await admin().post('/api/admin/jobs', { ...job, slug: 'founder-1' })).body.job;
    await admin().put(`/api/admin/jobs/${opening.id}/publishing`, { slug: 'founder' });
    for (const path of [`/career/${opening.id}`, '/career/founder']) {
      const { body } = await get(path);
      expect(readHead(body).canonical).toBe(`${publicUrl}/career/founder`);
      expect(body).toContain(`"url":"${publicUrl}/career/founder"`);
    }
    expect((await get('/career/founder-1')).headers.location).toBe('/career/founder');
    expect((await get('/career')).body).toContain('href="/career/founder"');
    expect(JSON.parse((await get('/api/jobs/by-slug/founder')).body).job.id).toBe(opening.id);
    const project = await createProject(site.database.fork());
    await admin().put(`/api/admin/portfolios/${project.id}/publishing`, { slug: 'bell-1' });
    await admin().put(`/api/admin/portfolios/${project.id}/publishing`, { slug: 'bell' });
    expect(readHead((await get(`/portfolio/${project.id}`)).body).canonical).toBe(
      `${publicUrl}/portfolio/bell`,
    );
    expect((await get('/portfolio/bell')).statusCode).toBe(200);
    expect((await get('/portfolio/bell-1')).headers.location).toBe('/portfolio/bell');
  });

  test('search fields change what search engines and shared links show, and the sitemap', async () => {
    const post = await create({
      slug: 'found',
      seo_title: 'Found by title',
      seo_description: `${'word '.repeat(39)}end`,
    });
    const head = async () => readHead((await get('/blog/found')).body);
    const { title, said } = await head();
    expect(title).toContain('Found by title');
    expect(said).toMatchObject({ 'og:title': 'Found by title', description: `${'word '.repeat(39)}end` });
    expect(said['og:image']).toContain(`/cards/post-${post.id}-`);
    const change = (words: object) => admin().put(`/api/admin/blog-posts/${post.id}/publishing`, words);
    for (const [words, message] of [
      [{ seo_title: 'x'.repeat(71) }, 'Title in search results may have at most 70 characters'],
      [{ seo_description: 'x'.repeat(201) }, 'Description in search results may have at most 200 characters'],
      [
        { canonical_url: 'ftp://example.com' },
        'First published at must be a web address that begins with http:// or https://',
      ],
      [{ share_picture: 999_999 }, 'This picture is no longer in the library.'],
      [{ share_picture: 'x' }, 'Picture in shared links must be the id of a picture of the library'],
    ] as const) {
      const { status, body } = await change(words);
      expect([status, Object.values(body.errors ?? {})[0]]).toEqual([422, [message]]);
    }
    const row = `<loc>${publicUrl}/blog/found</loc>`;
    expect(await sitemap()).toContain(row);
    await change({ is_hidden_from_search: true });
    expect((await head()).said.robots).toBe('noindex');
    expect((await head()).things.map((thing: { '@type': string }) => thing['@type'])).toEqual([
      'Organization',
    ]);
    expect(await sitemap()).not.toContain(row);
    for (const path of ['/blog', '/feed.xml']) expect((await get(path)).body).toContain('/blog/found');
    await change({ is_hidden_from_search: false, canonical_url: 'https://example.com/first' });
    expect((await head()).canonical).toBe('https://example.com/first');
    expect((await head()).said.robots).toBeUndefined();
    expect(await sitemap()).not.toContain(row);
    await change({ canonical_url: '' });
    expect(await sitemap()).toContain(row);
  });

  test('a restored version leaves address, dates and publication as they are', async () => {
    const post = await create({ slug: 'first-name', seo_title: 'First' });
    await rename(post.id, 'second-name');
    await admin().put(`/api/admin/blog-posts/${post.id}/publishing`, {
      seo_title: 'Second',
      is_published: false,
      published_at: '2024-01-01T00:00:00Z',
    });
    const { status, body } = await admin().post(`/api/admin/blog-posts/${post.id}/versions/1/restore`, {});
    expect(status).toBe(200);
    expect(body.post).toMatchObject({
      slug: 'second-name',
      seo_title: 'First',
      is_published: false,
      published_at: '2024-01-01T00:00:00.000Z',
    });
  });

  test('a redirect leads to a page of the site, and everything else is refused in words', async () => {
    const post = await create({ slug: 'target-1' });
    const add = async (path: string, target: string) => {
      const { status, body } = await admin().post('/api/admin/redirects', { path, target });
      return [status, Object.values(body.errors ?? {}).flat()[0]];
    };
    expect((await site.rest('content_moderator').get('/api/admin/redirects')).status).toBe(403);
    expect(await add('/Old%20Shop/', '/services')).toEqual([201, undefined]);
    expect((await get('/old%20shop')).headers.location).toBe('/services');
    expect((await get('/OLD%20shop/?a=b')).headers.location).toBe('/services');
    expect(await add('/to-post', '/blog/target-1')).toEqual([201, undefined]);
    await rename(post.id, 'target-2');
    expect((await get('/to-post')).headers.location).toBe('/blog/target-2');
    for (const [path, target, message] of [
      ['/a', '/a', 'The address would lead to itself.'],
      ['/a', '/a?from=mail#top', 'The address would lead to itself.'],
      ['/a', '/to-post', 'This address leads on to /blog/target-1. Name that page.'],
      ['/a', '/to-post?from=mail', 'This address leads on to /blog/target-1. Name that page.'],
      ['/a', 'https://example.com/', 'Name a page of this site, such as /services, not of another one.'],
      ['/a', '//example.com/', 'Name a page of this site, such as /services, not of another one.'],
      ['/a', '/nowhere', 'Visitors find no page at this address. Name one that they can open.'],
      [
        'https://example.com/a',
        '/services',
        'Name a page of this site, such as /services, not of another one.',
      ],
      ['/about', '/services', 'This is an address of a page of this site, so it cannot lead elsewhere.'],
      ['/admin/x', '/services', 'The program itself uses this address, so it cannot lead elsewhere.'],
      [
        `/blog/${post.id}`,
        '/services',
        'This is an address of a page of this site, so it cannot lead elsewhere.',
      ],
      [
        '/blog/target-2',
        '/services',
        'This is an address of a page of this site, so it cannot lead elsewhere.',
      ],
      [
        '/blog/target-1',
        '/services',
        `This is an old address of the page with the id ${post.id}, and leads there.`,
      ],
      ['/to-post', '/services', 'This address leads to /blog/target-1 already. Remove that first.'],
      ['/a?b=c', '/services', 'Leave out what follows ? or #. It leads to the page as well.'],
    ] as const) {
      expect([path, target, ...(await add(path, target))]).toEqual([path, target, 422, message]);
    }
    expect(
      (await admin().put(`/api/admin/blog-posts/${post.id}`, { ...words, is_published: false })).status,
    ).toBe(200);
    expect((await get('/to-post')).statusCode).toBe(404);
    const { redirects } = (await admin().get('/api/admin/redirects')).body;
    expect(redirects).toMatchObject([
      { path: '/old shop', target: '/services', is_broken: false },
      { path: '/to-post', is_broken: true },
    ]);
    expect((await admin().post('/api/admin/redirects/remove', { path: '/to-post' })).status).toBe(200);
    expect((await admin().post('/api/admin/redirects/remove', { path: '/to-post' })).status).toBe(422);
    expect(await add('/?p=77', '/services')).toEqual([201, undefined]);
    expect((await get('/?p=77')).headers.location).toBe('/services');
    expect((await get('/?p=78')).statusCode).toBe(200);
    expect((await get('/?p=77&x=1')).headers.location).toBe('/services');
    expect((await get('/?p=78&x=1')).statusCode).toBe(200);
    expect(await add('/feed', '/feed.xml')).toEqual([201, undefined]);
    expect((await get('/feed/')).headers.location).toBe('/feed.xml');
    expect(await add('/category/news', '/blog?category=Company+News')).toEqual([201, undefined]);
    expect((await get('/category/news/')).headers.location).toBe('/blog?category=Company+News');
  });

  test('the address of an imported post on its earlier site leads to it, and collisions are told', async () => {
    const [post, other] = [await create({ slug: 'imported' }), await create()];
    const take = (item_id: number, address: string) =>
      inTransaction({ ...site.work(), now: new Date() }, (inside) =>
        storeOldAddress(inside, { module: 'blog', item_id }, toEarlierPath(address)!),
      );
    expect(await take(post.id, 'https://old.example.com/2019/04/Hello/')).toBeUndefined();
    expect(await take(post.id, 'https://old.example.com/?p=12')).toBeUndefined();
    for (const path of ['/2019/04/hello', '/2019/04/HELLO/?utm=1', '/?p=12']) {
      expect((await get(path)).headers.location).toBe('/blog/imported');
    }
    expect(await take(other.id, 'https://old.example.com/2019/04/hello')).toContain(
      'leads elsewhere here already',
    );
    expect(await take(other.id, 'https://old.example.com/about/')).toContain('is that of another page here');
    expect((await get('/about')).statusCode).toBe(200);
    expect(toEarlierPath('https://old.example.com/')).toBeUndefined();
  });

  test('a proposal is written as the language of the row does, and is free', async () => {
    const { propose } = site.as('content_moderator').addresses.blog;
    for (const [lang, text, slug] of [
      ['de', 'Treppengeländer für Größe & Maß', 'treppengelaender-fuer-groesse-und-mass'],
      ['de-AT', 'Übergröße', 'uebergroesse'],
      ['da', 'Blåbærgrød & æbler', 'blaabaergroed-og-aebler'],
      ['sv', 'Räksmörgås på ön', 'raksmorgas-pa-on'],
      ['tr', 'Ilık ışık & İstanbul', 'ilik-isik-ve-istanbul'],
      ['fr', 'L’œuvre à Noël & après', 'l-oeuvre-a-noel-et-apres'],
      ['fi', 'Hääyö', 'haayo'],
      ['ru', 'Подъезд', 'podyezd'],
      ['ja', '別の記事です', '別の記事です'],
      ['hi', 'हिन्दी में लेख', 'हिन्दी-में-लेख'],
      ['', 'Naïve & café', 'naive-and-cafe'],
      ['', '2026', ''],
    ]) {
      expect([lang, text, (await propose.query({ lang, text: text! })).slug]).toEqual([lang, text, slug]);
    }
    const { id } = await create({ slug: 'wanted' });
    expect((await propose.query({ text: 'Wanted' })).slug, 'for a new row').toBe('wanted-2');
    expect((await propose.query({ text: 'Wanted', id })).slug, 'for the row that has it').toBe('wanted');
    expect((await create()).slug, 'a program that names none').toBeNull();
  });

  test('an address that leads nowhere is not found, whatever it is', async () => {
    for (const path of [
      ...['/none', '/none/none', '/%00', '/%ff', '/%ED%A0%80', `/${'x'.repeat(5000)}`, '/uploads/none.png'],
      ...["/'; drop table addresses; --", '/blog/none', '/career/none', '/%2e%2e/etc'],
      `/api/blog-posts/by-slug/${'x'.repeat(5000)}`,
    ]) {
      expect([path.slice(0, 40), (await get(path)).statusCode]).toEqual([path.slice(0, 40), 404]);
    }
  });
});

describe('a slug', () => {
  test.each([
    ['Über Größe & Maß!', 'uber-grosse-and-mass'],
    ['  What’s new in v2.0?  ', 'what-s-new-in-v2-0'],
    ['日本語の題名が', '日本語の題名が'],
    ['हिन्दी में लेख', 'हिन्दी-में-लेख'],
    ['한국어 제목', '한국어-제목'],
    ['İstanbul Œuvre', 'istanbul-œuvre'],
    ['!!!', ''],
  ])('of “%s” is “%s”', (title, slug) => expect(slugOfText(title)).toBe(slug));

  test('of any text has the form of a slug, or is empty or a number', () => {
    const pieces = [
      'a',
      'É',
      'ß',
      'ﬀ',
      '&',
      '-',
      ' ',
      '/',
      '%',
      '\ud83d\ude00',
      '\ud800',
      '½',
      'ς',
      'Σ',
      'İ',
      'が',
      'नि',
      '٣',
      '7',
      '\u0301',
      '\u200f',
      'ℌ',
      '한',
      'x'.repeat(50),
    ];
    const random = randomFrom(seed);
    for (let run = 0; run < 5000; run += 1) {
      const text = Array.from(
        { length: 1 + random() * 12 },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join('');
      const slug = slugOfText(text);
      expect(slugOfText(slug), JSON.stringify(text)).toBe(slug);
      expect(slug.length).toBeLessThanOrEqual(maxSlugLength);
      expect(slug.isWellFormed()).toBe(true);
      if (slug && !/^\p{N}+$/u.test(slug))
        expect(findSlugProblem('Address', slug), JSON.stringify(text)).toBeUndefined();
      expect(decodeURIComponent(new URL(`http://site/blog/${encodeURIComponent(slug)}`).pathname)).toBe(
        `/blog/${slug}`,
      );
    }
  });
});
