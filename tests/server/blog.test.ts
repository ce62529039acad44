import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { picture } from '../support/pictures.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const words = {
  title: 'Patch windows',
  excerpt: 'Why we announce them',
  content: '<p>Text</p>',
  category: 'Technology',
  tags: '["patching"]',
  is_published: '1',
};

describe.each(databaseKinds)('the blog on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());

  test('a post is created with its picture, changed, and deleted, each logged once', async () => {
    const rest = site.rest('content_moderator');
    const created = await rest.post(
      '/api/admin/blog-posts',
      buildFormData({ ...words, featured_image: await picture() }),
    );
    expect(created.body).toMatchObject({
      post: { title: 'Patch windows', tags: ['patching'], is_published: true },
    });
    expect(created.status).toBe(201);
    const { id, post } = created.body;
    const shown = await site.app.inject(`/${post.featured_image}`);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers['content-type']).toBe('image/png');

    const changed = await rest.post(
      `/api/admin/blog-posts/${id}`,
      buildFormData({ ...words, title: 'Maintenance windows', _method: 'PUT', is_published: '0' }),
    );
    expect(changed).toMatchObject({
      status: 200,
      body: {
        post: { id, title: 'Maintenance windows', is_published: false, featured_image: post.featured_image },
      },
    });
    expect(await rest.delete(`/api/admin/blog-posts/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await site.servedPictures()).toEqual([]);
  });
});
