import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { createPost } from '../support/factories.ts';
import { insertMessages } from '../support/insert-messages.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

describe.each(databaseKinds)('work without an end to it on %s', (kind) => {
  const site = useSite({ on: kind });

  test.skipIf(isShortForm)(
    'other requests are served while an export searches a word without a match',
    async () => {
      const created_at = new Date('2020-01-01T00:00:00Z');
      await insertMessages(
        site.database,
        Array.from({ length: 10_500 }, (_, at) => ({ subject: `No. ${at}`, created_at })),
      );
      let [turns, isDone] = [0, false];
      const count = () => {
        turns += 1;
        if (!isDone) setImmediate(count);
      };
      const { body } = await site.rest('admin').get('/api/admin/messages.csv?search=No');
      expect(body.split('\r\n').length).toBe(10_502);
      setImmediate(count);
      const absent = await site.rest('admin').get('/api/admin/messages.csv?search=absent');
      isDone = true;
      expect(absent.body.split('\r\n').length).toBe(2);
      // One turn for each batch of rows, besides the turns of any request.
      expect(turns).toBeGreaterThan(20);
    },
  );

  test('a feed of long posts contains the newest ones in full and the others as excerpts', async () => {
    const em = site.database.fork();
    const content = `<p>${'long '.repeat(90_000)}</p>`;
    for (let n = 1; n <= 4; n += 1) {
      await createPost(em, { title: `Post ${n}`, excerpt: `Short & ${n}`, content, is_published: true });
    }
    const { body } = await site.app.inject({ url: '/feed.json' });
    const { items } = JSON.parse(body) as { items: { title: string; content_html: string }[] };
    expect(items.map(({ title, content_html }) => [title, content_html.length > 1000])).toEqual([
      ['Post 4', true],
      ['Post 3', true],
      ['Post 2', false],
      ['Post 1', false],
    ]);
    expect(items[3]!.content_html).toBe('<p>Short &amp; 1</p>');
  });
});

test('overlong lists and objects are refused for their length, not once for each entry', async () => {
  const site = await testApp();
  const rest = site.rest('admin');
  const many = Array.from({ length: 9000 }, () => 1);
  const job = await rest.post('/api/admin/jobs', { title: 'T', requirements: many, responsibilities: ['x'] });
  expect(job.status).toBe(422);
  expect(job.body.errors.requirements).toEqual(['Requirements may have at most 100 entries']);
  const metadata = Object.fromEntries(many.map((_, at) => [`k${at}`, {}]).slice(0, 4500));
  const entry = { type: 'create', module: 'blog', description: 'D', metadata };
  const { status, body } = await rest.post('/api/admin/activities', entry);
  expect(status).toBe(422);
  expect(body.errors).toEqual({ metadata: ['Metadata may have at most 10 kB'] });
  await site.close();
});
