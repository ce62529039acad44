import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFormData, restCaller } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createPost, createProject } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const day = 24 * 60 * 60 * 1000;
/** A text that no other row has. */
const newSecret = () => `Nobody-knows-this-yet-${crypto.randomUUID()}`;

describe.each(databaseKinds)('a link to a draft, on %s', (kind) => {
  let site: TestApp;
  let now = new Date('2026-11-24T10:00:00Z');
  const lines: string[] = [];
  beforeAll(async () => {
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
    site = await testApp(kind, { ...(await loadBuiltPages()), clock: () => now, logger });
  });
  afterAll(() => site.close());

  /** A session of its own, because the clock moves on by more than an idle session lasts. */
  const admin = () =>
    restCaller(site.app, async () => ({ authorization: `Bearer ${await site.openSession('admin')}` }));
  const open = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
  const share = async (path: string, body: object = {}) =>
    (await admin().post(`/api/admin/${path}/preview`, body)).body.link.replace(publicUrl, '');
  const drafts = {
    post: async () => {
      const secret = newSecret();
      const { id } = await createPost(site.database.fork(), { title: secret, is_published: false });
      return { id, secret, rest: `blog-posts/${id}`, page: `/blog/${id}`, list: '/blog' };
    },
    job: async () => {
      const secret = newSecret();
      const { id } = await createJob(site.database.fork(), { title: secret, is_active: false });
      return { id, secret, rest: `jobs/${id}`, page: `/career/${id}`, list: '/career' };
    },
    project: async () => {
      const secret = newSecret();
      const published_at = new Date(now.getTime() + 60 * day);
      const { id } = await createProject(site.database.fork(), { title: secret, published_at });
      return { id, secret, rest: `portfolios/${id}`, page: `/portfolio/${id}`, list: '/portfolio' };
    },
  };

  test.each(['post', 'job', 'project'] as const)(
    'shows a %s on its real page, and says that it is not public',
    async (one) => {
      const { secret, rest, page } = await drafts[one]();
      expect((await open(page)).statusCode).toBe(404);
      const { status, body } = await admin().post(`/api/admin/${rest}/preview`, { days: 3 });
      expect(status).toBe(200);
      expect(body.expires_at).toBe('2026-11-27T10:00:00.000Z');
      expect(body.link.startsWith(`${publicUrl}${page}?preview=`)).toBe(true);
      const shown = await open(body.link.replace(publicUrl, ''));
      expect(shown.statusCode).toBe(200);
      expect(/<h1.*?<\/h1>/.exec(shown.body)?.[0]).toContain(secret);
      expect(shown.body).toContain('Preview: not published. Valid until 27 November 2026.');
      expect(shown.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
      expect(shown.headers.etag).toBeUndefined();
      const { canonical, said, things, alternates } = readHead(shown.body);
      expect({ canonical, things, alternates, said: Object.keys(said) }).toEqual({
        canonical: undefined,
        things: [],
        alternates: [],
        said: ['viewport', 'robots', 'theme-color'],
      });
      expect(said.robots).toBe('noindex, nofollow');
      expect(shown.body).toMatch(/<link rel="stylesheet" href="\/assets\/preview-bar[^"]*\.css">/);
    },
  );

  test('has the content security policy of the public page', async () => {
    const { id, rest, page } = await drafts.post();
    const link = await share(rest);
    const preview = await open(link);
    await admin().put(`/api/admin/${rest}/publishing`, { is_published: true });
    const real = await open(page);
    expect(id).toBeGreaterThan(0);
    expect(real.statusCode).toBe(200);
    expect(preview.headers['content-security-policy']).toBe(real.headers['content-security-policy']);
  });

  test.each(['post', 'job', 'project'] as const)(
    'no answer that is cached has the words of a %s, before the link is opened or after',
    async (one) => {
      const { id, secret, rest, page, list } = await drafts[one]();
      const everything = [
        ...[
          page,
          list,
          '/',
          `${list}?search=Nobody`,
          '/sitemap.xml',
          '/feed.xml',
          '/feed.json',
          '/blog/feed.xml',
        ],
        ...['/api/blog-posts', `/api/blog-posts/${id}`, '/api/jobs', `/api/jobs/${id}`, '/api/portfolios'],
        ...[
          `/trpc/blog.published?input={}`,
          `/trpc/portfolio.published?input={}`,
          `/trpc/jobs.open?input={}`,
        ],
        ...[`/cards/post-${id}-abc.png`, `/cards/job-${id}-abc.png`, `/cards/project-${id}-abc.png`],
        `${page}?preview=1.0.${'a'.repeat(43)}`,
      ];
      const link = await share(rest);
      const expectSecret = async () => {
        for (const url of everything) {
          const answer = await open(url);
          expect(answer.body, url).not.toContain(secret);
          expect(answer.headers['cdn-cache-control'], url).not.toBe('no-store');
        }
      };
      await expectSecret();
      for (let again = 0; again < 3; again += 1) {
        expect((await open(link)).body).toContain(secret);
        expect((await open(link, { 'accept-encoding': 'br' })).headers['cache-control']).toBe('no-store');
        expect((await open(link, { 'if-none-match': '*' })).statusCode).toBe(200);
      }
      await expectSecret();
      expect((await open(page)).statusCode).toBe(404);
    },
  );

  test('ends when its time is over, when it is withdrawn, and for a row that is gone', async () => {
    const { rest, page } = await drafts.post();
    const [short, long] = [await share(rest, { days: 1 }), await share(rest, { days: 30 })];
    for (const [days, message] of [
      [0, 'Days must be at least 1'],
      [31, 'Days must be at most 30'],
    ] as const) {
      const refused = await admin().post(`/api/admin/${rest}/preview`, { days });
      expect(refused).toMatchObject({ status: 422, body: { errors: { days: [message] } } });
    }
    const before = now;
    now = new Date(now.getTime() + day - 1000);
    expect((await open(short)).statusCode).toBe(200);
    now = new Date(now.getTime() + 1000);
    const expired = await open(short);
    expect(expired.statusCode).toBe(302);
    expect(expired.headers).toMatchObject({ location: page, 'cache-control': 'no-store' });
    expect((await open(long)).statusCode).toBe(200);
    expect(await admin().delete(`/api/admin/${rest}/preview`)).toMatchObject({ body: { success: true } });
    expect((await open(long)).statusCode).toBe(302);
    const renewed = await share(rest);
    expect((await open(renewed)).statusCode).toBe(200);
    await admin().delete(`/api/admin/${rest}/preview`);
    expect((await open(renewed)).statusCode).toBe(302);
    const last = await share(rest);
    await admin().delete(`/api/admin/${rest}`);
    expect((await open(last)).headers.location).toBe(page);
    now = before;
  });

  test('leads to the public page once the row is public, and shows the draft again when it is hidden', async () => {
    const { rest, page } = await drafts.post();
    const link = await share(rest);
    await admin().put(`/api/admin/${rest}/publishing`, { is_published: true });
    const published = await open(link);
    expect(published.statusCode).toBe(302);
    expect(published.headers).toMatchObject({
      location: page,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    await admin().put(`/api/admin/${rest}/publishing`, { is_published: false });
    expect((await open(link)).body).toContain('preview-bar');
  });

  test('is for one row, and no other text is a link', async () => {
    const [one, other] = [await drafts.post(), await drafts.post()];
    const link = await share(one.rest);
    const token = link.split('preview=')[1]!;
    const [until, generation, maker, signature] = token.split('.');
    const wrong = [
      `${other.page}?preview=${token}`,
      `/career/${one.id}?preview=${token}`,
      `${one.page}?preview=${Number(until) + 1}.${generation}.${maker}.${signature}`,
      `${one.page}?preview=${until}.1.${maker}.${signature}`,
      `${one.page}?preview=${until}.${generation}.${Number(maker) + 1}.${signature}`,
      `${one.page}?preview=${until}.${generation}.${signature}`,
      `${one.page}?preview=${token}x`,
      `${one.page}?preview=`,
      `${one.page}?preview=${'9'.repeat(400)}`,
      `/blog/99999999999999?preview=${token}`,
    ];
    for (const url of wrong) {
      const { statusCode, headers } = await open(url);
      const { location, 'cache-control': caching } = headers;
      expect({ url, statusCode, location, caching }).toEqual({
        url,
        statusCode: 302,
        location: url.split('?')[0],
        caching: 'no-store',
      });
    }
    expect((await open(link)).statusCode).toBe(200);
    expect((await site.app.inject({ url: link, method: 'HEAD' })).body).toBe('');
  });

  test('never leads to another site', async () => {
    const origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
    // `fetch` would resolve the path.
    const { promise: location, resolve } = Promise.withResolvers<string | undefined>();
    get(origin, { path: '/blog/..//example.org?preview=a' }, ({ headers }) => resolve(headers.location));
    expect(new URL((await location)!, origin).origin).toBe(origin);
  });

  test('never appears in the log', async () => {
    const link = await share((await drafts.post()).rest);
    await open(link);
    const text = lines.join('');
    expect(text).toContain('/blog/');
    expect(text).not.toContain('preview=');
    expect(text).not.toContain(link.split('.').at(-1)!);
  });

  test('shows the pictures of the draft', async () => {
    const { body } = await admin().post(
      '/api/admin/blog-posts',
      buildFormData({
        title: 'A mast',
        excerpt: 'Soon',
        content: '<p>Soon</p>',
        category: 'Technology',
        is_published: '0',
        featured_image: await picture(),
        image_alt: 'A mast',
      }),
    );
    expect(body).toHaveProperty('id');
    await site.makeSizes();
    const shown = (await open(await share(`blog-posts/${body.id}`))).body;
    const sources = [...shown.matchAll(/(?:src|srcSet|srcset)="(\/?uploads[^" ]+)/g)].map(
      ([, path]) => path!,
    );
    expect(sources.length).toBeGreaterThan(0);
    for (const path of sources) expect((await open(path)).statusCode, path).toBe(200);
  });

  test('is made by those who may edit the module, for 1 to 30 days', async () => {
    const { rest } = await drafts.post();
    const path = `/api/admin/${rest}/preview`;
    expect((await site.rest('hr').post(path)).status).toBe(403);
    expect((await site.rest('anonymous').post(path)).status).toBe(401);
    expect((await site.rest('hr').delete(path)).status).toBe(403);
    for (const days of [0, 31, 1.5, 'soon'])
      expect((await admin().post(path, { days })).body.errors.days, String(days)).toHaveLength(1);
    expect((await admin().post('/api/admin/blog-posts/987654/preview')).status).toBe(404);
  });

  test('unsaved words are shown on the page to their author only', async () => {
    const { id, page } = await drafts.post();
    const show = (values: object, more: object = { id }) =>
      site.as('content_moderator').previews.blog.show.mutate({ values: values as never, ...more });
    const typed = {
      title: 'Typed',
      excerpt: '',
      content: '<p>Said <script>x</script>so</p>',
      category: 'Technology',
    };
    const { status, document } = await show(typed);
    expect(status).toBe(200);
    expect(document).toContain('<h1>Typed</h1>');
    expect(document).toContain('<p>Said so</p>');
    expect(document).not.toContain('<script');
    expect((await show({ ...typed, content: '' }, {})).document).toContain('<h1>Typed</h1>');
    expect((await show(typed, { id, has_file: true })).document).toContain('src="/unsaved-picture"');
    await expect(show({ ...typed, title: 'x'.repeat(201) })).rejects.toMatchObject({
      data: { httpStatus: 422, errors: { title: [expect.stringContaining('200')] } },
    });
    await expect(site.as('hr').previews.blog.show.mutate({ values: {} })).rejects.toMatchObject({
      data: { httpStatus: 403 },
    });
    expect((await open(page)).statusCode).toBe(404);
    const job = await site.as('hr').previews.jobs.show.mutate({ values: { title: 'Typed' } });
    expect(job.document).toContain('<h1>Typed</h1>');
    const project = await site.as('admin').previews.portfolio.show.mutate({ values: { title: 'Typed' } });
    expect(project.document).toContain('<h1>Typed</h1>');
  });
});
