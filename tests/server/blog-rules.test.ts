import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { picture } from '../support/pictures.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const good = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
const megabyte = 1024 * 1024;

const noPicture =
  'Featured image must be a file, the path of an uploaded picture, or the id of a picture of the library';

describe.each(databaseKinds)('bad input to the blog on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
    return () => site.close();
  });

  // A refused call leaves no trace.
  afterEach(async () => {
    const em = site.database.fork();
    expect(await em.count(Post)).toBe(0);
    expect(await em.count(Activity)).toBe(0);
    expect(await site.files()).toEqual({ uploads: [], quarantine: [] });
  });

  const create = (fields: Record<string, string | Blob>) =>
    site.rest('admin').post('/api/admin/blog-posts', buildFormData({ ...good, ...fields }));

  test.each([
    ['title', '', 'Title is required'],
    ['title', '   ', 'Title is required'],
    ['title', 'x'.repeat(201), 'Title may have at most 200 characters'],
    ['title', 'a\u0000b', 'Title contains characters that cannot be stored'],
    ['excerpt', '', 'Excerpt is required'],
    ['excerpt', 'x'.repeat(501), 'Excerpt may have at most 500 characters'],
    ['content', '', 'Content is required'],
    ['content', '<script>alert(1)</script>', 'Content is required'],
    [
      'category',
      'technology',
      'Category must be one of: Technology, Development, Innovation, Company News, Industry Trends',
    ],
    ['category', '', 'Category is required'],
    ['is_published', '2', 'Publish immediately must be true or false'],
    ['is_published', '', 'Publish immediately must be true or false'],
    ['tags', '{', 'Tags must be a list of text'],
    ['tags', '', 'Tags must be a list of text'],
    ['tags', 'null', 'Tags must be a list of text'],
    ['tags', '{"a":1}', 'Tags must be a list of text'],
    ['tags', '["a",1]', 'Tags must be a list of text'],
    ['featured_image', 'a text', noPicture],
  ])('%s = %j is refused under the field', async (field, value, message) => {
    const answer = await create({ [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[field]?.[0]).toBe(message);
  });

  test('all broken fields are reported at once, including the file', async () => {
    const text = new File(['no picture'], 'holiday.png', { type: 'image/png' });
    const answer = await create({ title: '', category: 'Sport', featured_image: text });
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['category', 'featured_image', 'title']);
  });

  test.each([
    ['a text named .png', 'plain words', 'image/png'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['an empty file', '', 'image/png'],
    ['a PDF named .png', '%PDF-1.7', 'image/png'],
  ])('%s is no picture', async (_what, bytes, type) => {
    const answer = await create({ featured_image: new File([bytes], 'x.png', { type }) });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { featured_image: ['The file must be a JPEG, PNG, WebP, AVIF or GIF picture.'] } },
    });
  });

  test('a damaged picture is refused under its field', async () => {
    const whole = Buffer.from(
      await (await picture({ width: 400, height: 400, format: 'jpeg' })).arrayBuffer(),
    );
    const half = new File([new Uint8Array(whole.subarray(0, whole.length / 2))], 'half.jpg');
    const answer = await create({ featured_image: half });
    expect(answer).toMatchObject({ status: 422, body: { errors: { featured_image: [expect.any(String)] } } });
  });

  test('UP1 a picture of 11 MB is too large, with a message under its field', async () => {
    const large = new File([new Uint8Array(11 * megabyte)], 'large.jpg', { type: 'image/jpeg' });
    const answer = await create({ featured_image: large });
    expect(answer).toMatchObject({
      status: 413,
      body: { errors: { featured_image: ['The file may have at most 10 MB.'] } },
    });
  });

  test('IN4 a field that is sent twice is refused', async () => {
    const twice = buildFormData(good);
    twice.append('title', 'Another');
    const answer = await site.rest('admin').post('/api/admin/blog-posts', twice);
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { title: ['This field was sent more than once.'] } },
    });
  });

  test.each(['DELETE', 'PATCH', 'put', 'put ', 'PUT '])('IN11 _method=%j has no power', async (method) => {
    for (const path of ['/api/admin/blog-posts', '/api/admin/blog-posts/1']) {
      const answer = await site.rest('admin').post(path, buildFormData({ ...good, _method: method }));
      expect(answer).toMatchObject({ status: 422, body: { errors: { _method: [expect.any(String)] } } });
    }
  });

  test('IN11 a POST on an item without _method is refused under _method', async () => {
    const answer = await site.rest('admin').post('/api/admin/blog-posts/1', buildFormData(good));
    expect(answer).toMatchObject({ status: 422, body: { errors: { _method: [expect.any(String)] } } });
  });

  test('IN10 JSON names a picture that exists, and an update by POST is a form', async () => {
    const rest = site.rest('admin');
    const refused = {
      status: 422,
      body: { errors: { featured_image: ['There is no uploaded picture at this path.'] } },
    };
    const path = `uploads/${'0'.repeat(32)}-${'0'.repeat(8)}.png`;
    expect(await rest.post('/api/admin/blog-posts', { ...good, featured_image: path })).toMatchObject(
      refused,
    );
    for (const body of [good, { ...good, _method: 'PUT' }]) {
      const answer = await rest.post('/api/admin/blog-posts/1', body);
      expect(answer).toMatchObject({ status: 422, body: { errors: { _method: [expect.any(String)] } } });
    }
  });

  test('AZ10 an unknown id is a 404 on every verb', async () => {
    const rest = site.rest('admin');
    expect((await rest.put('/api/admin/blog-posts/4711', buildFormData(good))).status).toBe(404);
    expect((await rest.delete('/api/admin/blog-posts/4711')).status).toBe(404);
    expect((await rest.delete('/api/admin/blog-posts/2147483648')).status).toBe(404);
  });

  test('tRPC refuses in the same words', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/trpc/blog.remove',
      headers: { authorization: `Bearer ${await site.openSession('admin')}` },
      payload: { id: 4711 },
    });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.data).toMatchObject({
      httpStatus: 404,
      message: 'There is no such blog post.',
    });
  });
});
