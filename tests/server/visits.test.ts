import { describe, expect, test } from 'vitest';
import { languages, type Language } from '../../src/shared/settings/fields/region.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { hour, minute, stoppedClock } from '../support/clock.ts';
import { createJob, createPost } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';
import { postVisitorForm, requiredFields } from '../support/visitor-forms.ts';

const clock = stoppedClock();
const site = useSite({ clock, parts: loadBuiltPages });

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
interface Sent {
  body?: object;
  headers?: Record<string, string>;
  address?: string;
}

let addresses = 0;
/** From a network of its own, unless `address` names one. */
async function tell({ body = {}, headers = {}, address }: Sent = {}) {
  addresses += 1;
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/visits',
    remoteAddress: address ?? `10.1.${addresses >> 8}.${addresses & 255}`,
    headers: { 'user-agent': browser, ...headers },
    payload: { path: '/about', is_visit: true, ...body },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function counted(kind: string): Promise<Record<string, number>> {
  await site.writeVisits();
  const rows = await site.database.read
    .selectFrom('visit_counts')
    .select(['name', 'views'])
    .where('kind', '=', kind as 'site')
    .execute();
  return Object.fromEntries(rows.map(({ name, views }) => [name, views]));
}

const turn = (counts_visits: boolean, more: object = {}) =>
  site.as('admin').settings.update.mutate({ group: 'privacy', value: { counts_visits, ...more } });

const today = () => clock.now().toISOString().slice(0, 10);

describe('a view', () => {
  test('is counted under the page, whatever its address, and only if visitors can open it', async () => {
    const em = site.database.fork();
    const post = await createPost(em, { published_at: clock.now() });
    const draft = await createPost(em, { is_published: false });
    await site.as('admin').blog.publishing.mutate({ id: post.id, slug: 'notes' });
    const paths = ['/', '/about/', '/About', `/blog/${post.id}`, '/blog/notes', `/blog/${draft.id}`];
    for (const path of [...paths, '/nothing', '/admin', '/api/test', '/feed.xml', '/imprint', 'about', ''])
      expect(await tell({ body: { path } }), path).toEqual({ status: 200, body: { success: true } });
    expect(await counted('page')).toEqual({ '/': 1, '/about': 2, [`blog/${post.id}`]: 2 });
    expect(await counted('site')).toEqual({ '': 5 });
  });

  test('by staff, by programs, or while the setting is off is none of a visitor', async () => {
    await tell({ headers: { authorization: `Bearer ${await site.openSession('hr')}` } });
    expect(await counted('site')).toEqual({});
    for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', ''])
      await tell({ headers: { 'user-agent': agent } });
    expect(Object.keys(await counted('site'))).toEqual(['programs']);
    expect(await counted('page')).toEqual({});
    await turn(false);
    expect(await tell()).toEqual({ status: 200, body: { success: true } });
    expect(await counted('page')).toEqual({});
  });

  test('from the company’s other addresses begins no visit', async () => {
    await turn(true, { own_hosts: ['booking.example.com'] });
    for (const from of [
      'booking.example.com',
      'www.booking.example.com:8080',
      'localhost:3000',
      'news.example',
    ])
      await tell({ body: { from } });
    expect(await counted('from')).toEqual({ 'news.example': 1 });
    expect(await counted('site')).toEqual({ '': 4 });
  });

  test('keeps neither what may name a person nor what is no host', async () => {
    const secret = 'a1'.repeat(16);
    const words: [sent: string, kept: string | undefined][] = [
      ['newsletter / mail / spring', 'newsletter / mail / spring'],
      ['newsletter / ann@example.com / spring', 'newsletter / spring'],
      [`newsletter / ${secret}`, 'newsletter'],
      ['ann%40example.com', undefined],
      ['line\nbreak / \u0007bell', 'line break / bell'],
      ['*', undefined],
    ];
    for (const [campaign] of words) await tell({ body: { campaign, from: 'ann@example.com' } });
    expect(Object.keys(await counted('campaign')).toSorted()).toEqual(
      words.flatMap(([, kept]) => kept ?? []).toSorted(),
    );
    expect(await counted('from')).toEqual({ '': words.length });
    for (const from of ['<b>', 'x'.repeat(150), '[::1]', 'a b', 'WWW.News.Example'])
      await tell({ body: { from } });
    expect(await counted('from')).toEqual({ '': words.length + 4, 'news.example': 1 });
  });

  test('leaves nothing of its visitor in the database', async () => {
    await tell({
      body: { path: '/about', from: 'news.example', campaign: 'mail / ann@example.com' },
      headers: { 'user-agent': `${browser} Rare/7` },
      address: '203.0.113.77',
    });
    await site.writeVisits();
    const { database } = site;
    for (const { tableName } of database.orm.getMetadata().getAll().values()) {
      const { rows } = await database
        .fork()
        .getKysely()
        .executeQuery({
          ...database.read
            .selectFrom(tableName as 'users')
            .selectAll()
            .compile(),
        });
      expect(JSON.stringify(rows), tableName).not.toMatch(/203\.0\.113|Rare\/7|ann@example/);
    }
  });

  test('that is malformed is refused, in a batch too', async () => {
    const wrong = [{ path: 1 }, { from: 'x'.repeat(301) }, { is_visit: 'yes' }, { from: 7 }];
    for (const body of wrong) expect((await tell({ body })).status, JSON.stringify(body)).toBe(422);
    expect((await tell({ body: { campaign: 'x'.repeat(1100) } })).status).toBe(413);
    const batch = await site.app.inject({
      method: 'POST',
      url: '/trpc/visits.record,visits.record?batch=1',
      payload: { 0: { path: '/', is_visit: true }, 1: { path: '/', is_visit: true } },
    });
    expect(batch.statusCode).toBe(429);
    expect(await counted('site')).toEqual({});
  });
});

describe('one network', () => {
  test('adds at most 60 views a minute, and as many after it', async () => {
    const address = '198.51.100.4';
    for (let at = 0; at < 70; at += 1) await tell({ address });
    expect(await counted('site')).toEqual({ '': 60 });
    clock.forward(minute);
    await tell({ address });
    expect(await counted('site')).toEqual({ '': 61 });
  });

  test('that invents 500 hosts leaves room for the real ones of the day', async () => {
    const address = '2001:db8::7';
    for (let at = 0; at < 500; at += 1) {
      await tell({ address, body: { from: `invented-${at}.example` } });
      if (at % 50 === 49) clock.forward(minute);
    }
    await tell({ body: { from: 'real.example' } });
    const names = await counted('from');
    expect(Object.keys(names)).toHaveLength(12);
    expect(names).toMatchObject({ '*': 490, 'real.example': 1 });
    clock.forward(hour);
    await tell({ address, body: { from: 'later.example' } });
    expect(await counted('from')).toMatchObject({ 'later.example': 1 });
  });
});

describe('a document', () => {
  const documentOf = async (url: string) => {
    const { statusCode, body, headers } = await site.app.inject({ url });
    return { status: statusCode, isCounted: /<html [^>]*data-counted/.test(body), etag: headers.etag, body };
  };

  test('is counted when it is a page for visitors and the setting is on', async () => {
    const draft = await createPost(site.database.fork(), { is_published: false });
    const { link } = await site.as('admin').previews.blog.share.mutate({ id: draft.id, days: 3 });
    const preview = link.replace('http://localhost:3000', '');
    const cases: [url: string, status: number, isCounted: boolean][] = [
      ['/', 200, true],
      ['/blog?page=1', 200, true],
      ['/nothing', 404, false],
      [preview, 200, false],
      ['/admin', 200, false],
    ];
    for (const [url, status, isCounted] of cases)
      expect(await documentOf(url), url).toMatchObject({ status, isCounted });
    await turn(false);
    for (const [url, status] of cases)
      expect(await documentOf(url), url).toMatchObject({ status, isCounted: false });
  });

  test('stays in the cache when counts are written', async () => {
    const before = await documentOf('/about');
    const version = site.database.content.known();
    await tell();
    await site.writeVisits();
    expect(site.database.content.known()).toBe(version);
    expect((await documentOf('/about')).etag).toBe(before.etag);
  });

  test('of privacy says in its language that views are counted, while they are', async () => {
    for (const language of Object.keys(languages) as Language[]) {
      await site.as('admin').settings.update.mutate({ group: 'region', value: { language } });
      await turn(true);
      const on = (await documentOf('/privacy')).body;
      await turn(false);
      const off = (await documentOf('/privacy')).body;
      expect(on.length, language).toBeGreaterThan(off.length + 80);
      for (const body of [on, off]) expect(body, language).not.toContain('{visit_counting}');
    }
  });
});

describe('messages and applications', () => {
  test('are counted when they arrive, also after they are deleted, and spam is not', async () => {
    const job = await createJob(site.database.fork());
    for (const [name, id] of [
      ['contact', 1],
      ['quotation', 1],
      ['internship', 1],
      ['application', job.id],
    ] as const)
      expect((await postVisitorForm(site, 'rest', name, requiredFields[name], { id })).status, name).toBe(
        201,
      );
    const spam = { ...requiredFields.contact, message: 'Other words', website: 'https://spam.example' };
    await postVisitorForm(site, 'rest', 'contact', spam);
    const expected = { '/contact': 1, '/quotations': 1, '/internship': 1, [`jobs/${job.id}`]: 1 };
    expect(await counted('sent')).toEqual(expected);
    await site.database.fork().getKysely<{ messages: object }>().deleteFrom('messages').execute();
    const { sums } = await site.as('hr').visits.sums.query({ from: today(), until: today(), by: 'sent' });
    expect(Object.fromEntries(sums.map(({ name, sent }) => [name, sent]))).toEqual(expected);
  });

  test('are not counted while the setting is off', async () => {
    await turn(false);
    await postVisitorForm(site, 'rest', 'contact', requiredFields.contact);
    expect(await counted('sent')).toEqual({});
  });
});

describe('the sums', () => {
  const range = () => ({ from: today(), until: today() });

  test('are those that the role may see', async () => {
    const job = await createJob(site.database.fork());
    await tell({ body: { from: 'news.example' } });
    await tell({ body: { path: `/career/${job.id}` } });
    await postVisitorForm(site, 'rest', 'contact', requiredFields.contact);
    await site.writeVisits();
    const statusOf = async (role: 'admin' | 'hr' | 'content_moderator' | 'user', by: string) =>
      (await site.rest(role).get(`/api/admin/visits?from=${today()}&until=${today()}&by=${by}`)).status;
    for (const [role, by, status] of [
      ['admin', 'sent', 200],
      ['admin', 'from', 200],
      ['content_moderator', 'from', 200],
      ['content_moderator', 'sent', 403],
      ['hr', 'sent', 200],
      ['hr', 'from', 403],
      ['hr', 'page', 200],
      ['user', 'page', 403],
    ] as const)
      expect(await statusOf(role, by), `${role} ${by}`).toBe(status);

    const pagesOf = async (role: 'admin' | 'hr' | 'content_moderator') =>
      (await site.as(role).visits.sums.query({ ...range(), by: 'page' })).sums.map(({ name }) => name);
    expect(await pagesOf('admin')).toEqual(['/about', `jobs/${job.id}`]);
    expect(await pagesOf('hr')).toEqual([`jobs/${job.id}`]);
    const totalOf = async (role: 'admin' | 'hr' | 'content_moderator') =>
      (await site.as(role).visits.overview.query(range())).present.total;
    expect(await totalOf('admin')).toEqual({ views: 2, visits: 2, messages: 1, applications: 0 });
    expect(await totalOf('content_moderator')).toEqual({
      views: 2,
      visits: 2,
      messages: null,
      applications: null,
    });
    expect(await totalOf('hr')).toEqual({ views: null, visits: null, messages: 1, applications: 0 });
  });

  test('name rows by their titles, and those that are gone by what they were', async () => {
    const em = site.database.fork();
    const published_at = clock.now();
    const kept = await createPost(em, { title: '<b>Kept</b>', published_at });
    const gone = await createPost(em, { published_at });
    for (const { id } of [kept, gone]) await tell({ body: { path: `/blog/${id}` } });
    await tell();
    await site.writeVisits();
    await site.as('admin').blog.remove.mutate({ id: gone.id });
    const { sums, meta } = await site.as('admin').visits.sums.query({ ...range(), by: 'page' });
    expect(sums.map(({ title, path }) => [title, path]).toSorted()).toEqual([
      ['<b>Kept</b>', `/blog/${kept.id}`],
      ['About', '/about'],
      ['Deleted blog post', null],
    ]);
    expect(meta).toEqual({ total: 3, page: 1, per_page: 100 });
    const found = await site.as('admin').visits.sums.query({ ...range(), by: 'page', search: 'KEPT' });
    expect(found.sums.map(({ name }) => name)).toEqual([`blog/${kept.id}`]);
  });

  test('have 100 rows a page, and are refused for days in the wrong order', async () => {
    for (let at = 0; at < 130; at += 1) await tell({ body: { from: `h${at}.example` } });
    await site.writeVisits();
    const pageOf = (page: number) => site.as('admin').visits.sums.query({ ...range(), by: 'from', page });
    expect((await pageOf(1)).sums).toHaveLength(100);
    expect((await pageOf(2)).sums).toHaveLength(30);
    const wrong = await site.rest('admin').get('/api/admin/visits?from=2026-11-02&until=2026-11-01');
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors)).toEqual(['until']);
    const csv = await site
      .rest('admin')
      .get(`/api/admin/visits.csv?from=${today()}&until=${today()}&by=from`);
    expect(csv.body.trim().split('\r\n')).toHaveLength(131);
  });

  test('of a row are shown in its form while views are counted', async () => {
    const post = await createPost(site.database.fork(), { published_at: clock.now() });
    await tell({ body: { path: `/blog/${post.id}` } });
    await site.writeVisits();
    const viewsFor = async (role: 'admin' | 'hr') =>
      (await site.as(role).visits.ofRow.query({ module: 'blog', id: post.id })).views;
    expect(await viewsFor('admin')).toBe(1);
    expect(await viewsFor('hr')).toBe(null);
    await turn(false);
    expect(await viewsFor('admin')).toBe(null);
  });
});
