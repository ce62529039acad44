import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { createPost } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

// Each database measures the length of a row by its own SQL.
describe.each(databaseKinds)('a list without a page, on %s', (kind) => {
  let site: TestApp;
  const ids: number[] = [];
  beforeAll(async () => {
    site = await testApp(kind);
    const em = site.database.fork();
    // Two bytes a letter, of which ten posts fit into 10 MB.
    const content = `<p>${'é'.repeat(500_000)}</p>`;
    for (let count = 0; count < 12; count += 1) ids.push((await createPost(em, { content })).id);
  });
  afterAll(() => site.close());

  test('has the newest rows up to 10 MB, and counts them all', async () => {
    const { body } = await site.rest('admin').get('/api/admin/blog-posts');
    expect(body.posts.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 10));
    expect(body.meta).toMatchObject({ total: 12, page: 1 });
  });
});
