import { describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { databaseKinds } from '../support/database.ts';
import { createMember, createPost } from '../support/factories.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

describe.each(databaseKinds)('tags and authors on %s', (kind) => {
  const site = useSite({ on: kind, parts: loadBuiltPages });
  const post = (words: object) => createPost(site.database.fork(), words);
  const page = async (url: string) => (await site.app.inject({ url })).body;
  const tagged = async (query: string) => {
    const { posts, meta } = JSON.parse(await page(`/api/blog-posts?${query}`));
    expect(meta.total).toBe(posts.length);
    return posts.map(({ title }: { title: string }) => title);
  };
  const admin = () => site.rest('admin');

  test('a list contains the published posts with a tag, and changes with each write', async () => {
    const one = await post({ title: 'One', tags: ['Cloud', 'Größe & Maß'] });
    await post({ title: 'Two', tags: ['Cloud'], category: 'News' });
    await post({ title: 'Draft', tags: ['Cloud'], is_published: false });
    await post({ title: 'Clouds', tags: ['Clouds'] });
    expect(await tagged('tag=Cloud')).toEqual(['Two', 'One']);
    expect(await tagged('tag=Cloud&category=News')).toEqual(['Two']);
    expect(await tagged('tag=Cloud&search=one')).toEqual(['One']);
    expect(await tagged(`tag=${encodeURIComponent('Größe & Maß')}`)).toEqual(['One']);
    expect(await tagged('tag=cloud')).toEqual([]);
    expect(await tagged('tag=')).toHaveLength(3);

    const { body } = await (await admin()).put(`/api/admin/blog-posts/${one.id}/publishing`, {
      tags: ['Security', 'Security', ' '],
    });
    expect(body.post.tags).toEqual(['Security']);
    expect(await tagged('tag=Cloud')).toEqual(['Two']);
    expect(await tagged('tag=Security')).toEqual(['One']);

    await (await admin()).delete(`/api/admin/blog-posts/${one.id}`);
    expect(await tagged('tag=Security')).toEqual([]);
    await site.as('admin').trash.blog.restore.mutate({ id: one.id });
    expect(await tagged('tag=Security')).toEqual(['One']);
  });

  test('the panel offers the most used tags first, and who may not write gets none', async () => {
    await post({ tags: ['Rare', 'Common'] });
    await post({ tags: ['Common'] });
    expect((await site.as('content_moderator').blog.tags.query()).tags).toEqual(['Common', 'Rare']);
    await expect(site.as('hr').blog.tags.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
  });

  test('a page lists the posts with a tag, and each tag of a post leads to it', async () => {
    const { id } = await post({ title: 'A stored one', tags: ['Größe & Maß'], author: 'Ada Byron' });
    const address = `/blog?tag=${new URLSearchParams({ tag: 'Größe & Maß' }).toString().slice(4)}`;
    const shown = await page(`/blog/${id}`);
    expect(shown).toContain(`href="${address}"`);
    expect(shown).toContain('By Ada Byron');
    expect(shown).toContain('"author":{"@type":"Person","name":"Ada Byron"}');
    const list = await page(address);
    expect(list).toContain('1 post tagged “Größe &amp; Maß”');
    expect(list).toContain('A stored one');
    expect(list).not.toContain('noindex');
    const none = await page('/blog?tag=%3Cb%3Enothing');
    expect(none).toContain('No posts are tagged “&lt;b&gt;nothing”.');
    expect(none).toContain('noindex');
  });

  test('an author is any name, which stays when the member leaves, and null or an empty text removes it', async () => {
    const em = site.database.fork();
    const member = await createMember(em, { name: 'Ada Byron' });
    const { id } = await post({});
    const put = async (author: unknown) =>
      (await admin()).put(`/api/admin/blog-posts/${id}/publishing`, { author });
    expect((await put('Ada Byron')).body.post.author).toBe('Ada Byron');
    await (await admin()).delete(`/api/admin/team/${member.id}`);
    expect(JSON.parse(await page('/feed.json')).items[0].author).toEqual({ name: 'Ada Byron' });
    expect((await put('x'.repeat(121))).body.errors).toEqual({
      author: ['Author may have at most 120 characters'],
    });
    for (const nobody of [null, '']) {
      await put('Ada Byron');
      expect((await put(nobody)).body.post.author).toBeNull();
    }
    // A form from before the column existed sends nothing.
    await put('Ada Byron');
    const stored = await site.database.fork().findOneOrFail(Post, { id });
    await (await admin()).put(`/api/admin/blog-posts/${id}`, {
      title: 'New',
      excerpt: stored.excerpt,
      content: stored.content,
      category: stored.category,
    });
    expect((await site.database.fork().findOneOrFail(Post, { id })).author).toBe('Ada Byron');
  });
});
