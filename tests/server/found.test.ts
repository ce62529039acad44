import { describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import type { Project } from '../../src/modules/portfolio/portfolio.module.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createMember, createPost, createProject } from '../support/factories.ts';
import { readFeed } from '../support/feeds.ts';
import { fixedPaths, publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

const script = `<script>alert(1)</script></script><!-- ]]> ]]><x> \u0007 "' &`;

describe.each(databaseKinds)('what search engines and readers find on %s', (kind) => {
  let post: Post;
  let job: Job;
  let project: Project;
  const site = useSite({
    on: kind,
    parts: loadBuiltPages,
    fill: async (site) => {
      const em = site.database.fork();
      post = await createPost(em, { tags: ['cables'], content: '<p>See <a href="/blog/1">this</a>.</p>' });
      job = await createJob(em);
      await createMember(em);
      project = await createProject(em);
    },
  });
  const get = (url: string) => site.app.inject({ url });
  const sitemap = async () => {
    const { body } = await get('/sitemap.xml');
    return [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replace(publicUrl, ''));
  };
  const feed = async () => readFeed((await get('/feed.xml')).body);
  const jsonFeed = async () => JSON.parse((await get('/feed.json')).body);

  test('the sitemap lists exactly the public addresses, and each of them responds', async () => {
    // The gallery has no album.
    const filled = fixedPaths.filter((path) => path !== '/gallery');
    expect((await sitemap()).toSorted()).toEqual(
      [...filled, `/blog/${post.id}`, `/career/${job.id}`, `/portfolio/${project.id}`].toSorted(),
    );
    for (const path of await sitemap()) {
      const answer = await get(path);
      expect(answer.statusCode).toBe(200);
      const { canonical, said } = readHead(answer.body);
      expect(canonical).toBe(publicUrl + path);
      expect(said.robots).toBeUndefined();
    }
  });

  test('the sitemap states when each row and each list was changed', async () => {
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const changed = post.updated_at.toISOString();
    for (const path of [`/blog/${post.id}`, '/blog', '/']) {
      expect(body).toContain(`<loc>${publicUrl}${path}</loc><lastmod>${changed}</lastmod>`);
    }
    expect(body).toContain(`<loc>${publicUrl}/about</loc></url>`);
    expect((await get('/sitemap-1.xml')).body).toBe(body);
    for (const part of ['0', '2', '999999', 'x']) {
      expect((await get(`/sitemap-${part}.xml`)).statusCode).toBe(404);
    }
  });

  test('robots.txt closes what is for staff and programs, and names the sitemap', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body.split('\n')).toEqual([
      ...['User-agent: *', 'Disallow: /admin', 'Disallow: /api', 'Disallow: /trpc', ''],
      ...[`Sitemap: ${publicUrl}/sitemap.xml`, ''],
    ]);
  });

  test('every page names both feeds, which hold the posts whole and with absolute links', async () => {
    const link = `${publicUrl}/blog/${post.id}`;
    const { alternates } = readHead((await get('/about')).body);
    expect(alternates.map(({ type, href }) => [type, href])).toEqual([
      ['application/rss+xml', '/feed.xml'],
      ['application/feed+json', '/feed.json'],
    ]);
    const rss = await feed();
    expect(rss).toMatchObject({ link: `${publicUrl}/blog`, title: 'Atrium Blog' });
    expect(rss.items).toMatchObject([
      {
        title: post.title,
        link,
        guid: link,
        content: post.excerpt,
        isoDate: post.created_at.toISOString().replace(/\.\d{3}/, '.000'),
        categories: ['Technology', 'cables'],
        'content:encoded': `<p>See <a href="${publicUrl}/blog/1">this</a>.</p>`,
      },
    ]);
    const json = await jsonFeed();
    expect(json).toMatchObject({
      version: expect.stringMatching(/^https:\/\/jsonfeed\.org\/version\//),
      title: 'Atrium Blog',
      home_page_url: `${publicUrl}/blog`,
      feed_url: `${publicUrl}/feed.json`,
    });
    expect(json.items).toMatchObject([
      {
        id: link,
        url: link,
        title: post.title,
        summary: post.excerpt,
        content_html: `<p>See <a href="${publicUrl}/blog/1">this</a>.</p>`,
        date_published: post.created_at.toISOString(),
      },
    ]);
  });

  test('a title with markup is shown as written, and is escaped in the feed', async () => {
    const title = 'A <b>bold</b> title & more, AT&amp;T ]]> <script>alert(1)</script>';
    const em = site.database.fork();
    const marked = await createPost(em, { title, tags: ['R&amp;D <x>'], is_published: true });
    const { body } = await get('/feed.xml');
    expect(body).toContain(
      '<title>A &lt;b&gt;bold&lt;/b&gt; title &amp; more, AT&amp;amp;T ]]&gt; &lt;script&gt;',
    );
    const item = (await feed()).items.find(({ title }) => title?.startsWith('A '));
    expect(item).toMatchObject({ title, categories: ['Technology', 'R&amp;D <x>'] });
    await em.remove(marked).flush();
  });

  test('AZ8 a draft and an inactive job are nowhere: not by id, in a list, search, feed, sitemap, card or page', async () => {
    const hidden = await createPost(site.database.fork(), { title: 'Zeppelin unseen' });
    const closed = await createJob(site.database.fork(), { title: 'Zeppelin pilot' });
    const cards = await Promise.all(
      [`/blog/${hidden.id}`, `/career/${closed.id}`].map(async (path) =>
        readHead((await get(path)).body).said['og:image']!.replace(publicUrl, ''),
      ),
    );
    const cases = [
      ...['/', '/gallery', '/blog', '/blog?search=zeppelin', `/blog/${post.id}`, '/career', '/sitemap.xml'],
      ...['/feed.xml', '/feed.json', '/api/blog-posts', '/api/blog-posts?search=zeppelin', '/api/jobs'],
      ...['/trpc/site.addresses?input={}', '/trpc/site.feed'],
    ];
    const traces = [/Zeppelin (unseen|pilot)/, new RegExp(`/(blog|career)/(${hidden.id}|${closed.id})\\b`)];
    const leaks = async () => {
      const found = await Promise.all(
        cases.map(async (url) => {
          const { body } = await get(url);
          const own = url.startsWith('/blog/') ? body.replaceAll(`/blog/${post.id}`, '') : body;
          return traces.some((trace) => trace.test(own)) ? [url] : [];
        }),
      );
      return found.flat();
    };
    for (const card of cards) expect((await get(card)).statusCode).toBe(200);
    expect(await leaks()).toContain('/sitemap.xml');

    const em = site.database.fork();
    (await em.findOneOrFail(Post, { id: hidden.id })).revise({ is_published: false }, new Date());
    (await em.findOneOrFail(Job, { id: closed.id })).revise({ is_active: false }, new Date());
    await em.flush();
    expect(await leaks()).toEqual([]);
    for (const path of [`/blog/${hidden.id}`, `/blog/${hidden.id}-zeppelin`, `/career/${closed.id}`]) {
      const answer = await get(path);
      expect(answer.statusCode).toBe(404);
      const { canonical, said, things } = readHead(answer.body);
      expect({ canonical, robots: said.robots }).toEqual({ canonical: undefined, robots: 'noindex' });
      expect(things.map((thing: { '@type': string }) => thing['@type'])).toEqual(['Organization']);
      expect(answer.body).not.toMatch(/Zeppelin/);
    }
    for (const card of cards) {
      expect((await get(card)).statusCode).toBe(404);
      expect((await get(card.replace(/-\w+\.png$/, '-0.png'))).statusCode).toBe(404);
    }
  });

  test('IN1 script in a title or summary stays text in head, structured data, both feeds and the card', async () => {
    const words = { title: script, excerpt: script, tags: [script] };
    const nasty = await createPost(site.database.fork(), words);
    const open = await createJob(site.database.fork(), {
      title: script,
      description: script,
      location: script,
    });
    for (const path of [`/blog/${nasty.id}`, `/career/${open.id}`]) {
      const { body } = await get(path);
      expect(body).not.toMatch(/<script>|<x>|<!-- \]/);
      const { title, said, things } = readHead(body);
      expect(title).toContain(script);
      expect(said['og:title']).toBe(script);
      const main = things.find((thing: { '@type': string }) => /Posting$/.test(thing['@type']));
      expect(main.headline ?? main.title).toBe(script);
      const card = await get(said['og:image'].replace(publicUrl, ''));
      expect(card.headers['content-type']).toBe('image/png');
    }
    const [item] = (await feed()).items;
    expect(item!.title).toBe(script.replace('\u0007', ''));
    expect(item!.content).not.toContain('<script');
    expect((await get('/feed.xml')).body.match(/<item>/g)).toHaveLength((await jsonFeed()).items.length);
    expect((await jsonFeed()).items[0]).toMatchObject({ title: script, summary: script });
    await site.database.fork().nativeDelete(Post, { id: nasty.id });
  });

  test.skipIf(isShortForm)(
    'a sitemap that grows too long becomes an index of parts, which list every post once',
    async () => {
      const full = await testApp(kind, await loadBuiltPages());
      const em = full.database.fork();
      await createPost(em);
      await createPost(em, { is_published: false });
      const columns =
        'version, created_at, updated_at, published_at, title, excerpt, content, category, featured_image, tags, is_published, search_text';
      await em.execute(
        `insert into posts (${columns}) with recursive numbers (n) as (select 1 union all select n + 1 from numbers
       where n < 40000) select ${columns} from numbers, posts where posts.id = 1`,
      );
      const index = await full.app.inject({ url: '/sitemap.xml' });
      const parts = [...index.body.matchAll(/<sitemap><loc>(.*?)<\/loc>/g)].map(([, part = '']) => part);
      expect(parts).toEqual([1, 2, 3, 4, 5, 6].map((part) => `${publicUrl}/sitemap-${part}.xml`));
      const named = await Promise.all(
        parts.map(async (part) => {
          const { body } = await full.app.inject({ url: part.replace(publicUrl, '') });
          return [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
        }),
      );
      // Of the parts of the site, only the blog has entries.
      const empty = ['/portfolio', '/team', '/gallery', '/career'];
      const fixed = fixedPaths.filter((path) => !empty.includes(path));
      expect(named.map(({ length }) => length)).toEqual([fixed.length, 10_000, 10_000, 10_000, 10_000, 1]);
      expect(new Set(named.flat()).size).toBe(fixed.length + 40_001);
      expect((await full.app.inject({ url: '/sitemap-7.xml' })).statusCode).toBe(404);
      await full.close();
    },
  );

  test('a post is found by its id, and by nothing that only begins with it', async () => {
    const { canonical, said } = readHead((await get(`/blog/${post.id}`)).body);
    expect([canonical, said['og:url']]).toEqual(Array(2).fill(`${publicUrl}/blog/${post.id}`));
    for (const id of [
      `${post.id}-ten-cables`,
      `${post.id}-`,
      '0',
      `${post.id}x`,
      '1e3',
      '99999999999',
      '%00',
    ]) {
      expect((await get(`/blog/${id}`)).statusCode, id).toBe(404);
    }
  });
});
