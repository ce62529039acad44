import { beforeEach, describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { picture } from '../support/pictures.ts';
import { useSite } from '../support/use-site.ts';

describe.each(databaseKinds)('pictures in texts on %s', (kind) => {
  const site = useSite({ on: kind });
  let ids: number[];
  let paths: string[];
  const words = { title: 'T', excerpt: 'E', category: 'Technology' };
  const create = (content: string, is_published: boolean) =>
    site
      .rest('admin')
      .post(
        '/api/admin/blog-posts',
        buildFormData({ ...words, content, is_published: String(is_published) }),
      );
  // A text gives its description to a picture that has none.
  beforeEach(async () => {
    ids = [];
    paths = [];
    for (const alt of [undefined, 'A mill']) {
      const { body } = await site
        .rest('admin')
        .post(
          '/api/admin/media',
          buildFormData({ file: await picture({ width: 100 + ids.length }), ...(alt && { alt }) }),
        );
      ids.push(body.id);
      paths.push(body.item.path);
    }
  });

  test('a text with pictures of which nobody has said anything cannot be published', async () => {
    const [silent, described] = ids;
    const content = `<img data-media="${silent}"><p>a</p><img data-media="${silent}"><img data-media="${described}">`;
    const refused = await create(content, true);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      content: ['Say what 2 pictures show, or mark them as decoration.'],
    });
    const draft = await create(content, false);
    expect(draft.status).toBe(201);
    const { id } = draft.body.post;
    const bulk = await site
      .rest('admin')
      .post('/api/admin/blog-posts/publication', { ids: [id], is_published: true });
    expect(bulk.body.errors).toEqual({
      content: ['“T”: Say what 2 pictures show, or mark them as decoration.'],
    });
    expect((await create(`<img data-media="${silent}" alt="">`, true)).status).toBe(201);
    expect((await create(`<img data-media="${described}">`, true)).status).toBe(201);
  });

  test('a picture without a description in the library gets that of the text, and keeps one that it has', async () => {
    const form = buildFormData({ file: await picture({ width: 140 }) });
    const { id } = (await site.rest('admin').post('/api/admin/media', form)).body;
    const altOf = async (one: number) =>
      (await site.rest('admin').get(`/api/admin/media/${one}`)).body.item.alt;
    await create(`<img data-media="${id}" alt="">`, false);
    expect(await altOf(id)).toBeNull();
    const content = `<img data-media="${id}" alt="A &quot;ford&quot; &amp; more"><img data-media="${ids[1]}" alt="Other">`;
    await create(content, false);
    expect([await altOf(id), await altOf(ids[1]!)]).toEqual(['A "ford" & more', 'A mill']);
    await create(`<img data-media="${id}" alt="Later">`, false);
    expect(await altOf(id)).toBe('A "ford" & more');
  });

  test('a draft may lack pictures that stand elsewhere, and is published when it has them', async () => {
    const gap = '<figure data-kind="picture"><img alt="A mill" data-absent="pictures.example"></figure>';
    const draft = await create(`<p>a</p>${gap}${gap}`, false);
    expect(draft.body.post.content).toContain('<img alt="A mill" data-absent="pictures.example">');
    const { id } = draft.body.post;
    const refused = await site
      .rest('admin')
      .put(`/api/admin/blog-posts/${id}/publishing`, { is_published: true });
    expect(refused.body.errors.content[0]).toMatch(/^2 pictures are missing\./);
    const filled = await create(`<p>a</p><img data-media="${ids[1]}">`, true);
    expect(filled.status).toBe(201);
  });

  test('visitors get the text as it is shown, staff as it is stored', async () => {
    const content = `<figure data-kind="picture"><img data-media="${ids[1]}"></figure>`;
    const { post } = (await create(content, true)).body;
    expect(post.content).toBe(content);
    const shown = await site.rest('anonymous').get(`/api/blog-posts/${post.id}`);
    expect(shown.body.post.content).toMatch(/<img [^<>]*src="\/uploads\/[^"]+" alt="A mill" width="101"/);
    const feed = await site.app.inject({ url: '/feed.json' });
    expect(feed.json().items[0].content_html).toMatch(
      /<img src="https?:\/\/[^"]+\/uploads\/[^"]+" alt="A mill"/,
    );
  });

  test('an upload that a text names by its address becomes the picture of the library', async () => {
    const [silent, described] = paths;
    const spelled = [`/${described}`, `${described}`, `http://localhost:3000/${described}`];
    const long = `<p>${'word '.repeat(3000)}</p>`;
    for (const content of [
      ...spelled.map((src) => `<p>a</p><img src="${src}">`),
      `${long}<img src="/${described}">`,
    ]) {
      const { status, body } = await create(content, true);
      expect(status, content).toBe(201);
      expect(body.post.content).toContain(
        `<figure data-kind="picture"><img data-media="${ids[1]}"></figure>`,
      );
    }
    const figure = `<figure><img src="/${silent}" alt="Ours"><figcaption>At work</figcaption></figure>`;
    const { body } = await create(figure, true);
    expect(body.post.content).toBe(
      `<figure data-kind="picture"><img data-media="${ids[0]}" alt="Ours"><figcaption>At work</figcaption></figure>`,
    );
    const { uses } = (await site.rest('admin').get(`/api/admin/media/${ids[0]}`)).body;
    expect(uses).toContainEqual(expect.objectContaining({ id: body.post.id }));
  });

  test('a text that names an upload without a picture of the library is refused', async () => {
    const unknown = paths[0]!.replace(/[\da-f]{8}-/, '00000000-');
    for (const src of [`/${unknown}`, '/uploads/no-such.png']) {
      const refused = await create(`<p>a</p><img src="${src}">`, false);
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toEqual({
        content: [`The library has no picture with the address ${src}.`],
      });
    }
  });
});
