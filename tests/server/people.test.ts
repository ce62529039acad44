import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { createMember, createPost } from '../support/factories.ts';
import { readHead, loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const words = {
  name: 'Grace Hopper',
  role: 'Chief Technology Officer',
  section: 'leadership',
  description: 'Finds bugs.',
  expertise: ['Compilers'],
};

describe.each(databaseKinds)('the people of the site on %s', (kind) => {
  const site = useSite({ on: kind, parts: loadBuiltPages });
  const add = (more: object) =>
    callProcedure(site, 'rest', 'content_moderator', 'team.create', { ...words, ...more });
  const page = async (url: string) => (await site.app.inject({ url })).body;

  test.each([
    ['https://www.linkedin.com/in/grace', true],
    ['https://de.linkedin.com/in/grace?x=1', true],
    ['http://www.linkedin.com/in/grace', false],
    ['https://linkedin.com.example.com/in/grace', false],
    ['https://evil.example.com/linkedin.com/in', false],
    ['https://a:b@linkedin.com/in/grace', false],
    ['https://linkedin.com:8443/in/grace', false],
    ['https://linkedin.com/', false],
    ['javascript:alert(1)', false],
  ])('%s is taken as an address of LinkedIn: %s', async (linkedin, isTaken) => {
    const { status, body } = await add({ linkedin });
    expect(status).toBe(isTaken ? 201 : 422);
    if (!isTaken) expect(body.errors.linkedin[0]).toContain('must be an address of LinkedIn');
  });

  test('an e-mail address is a link for people, and no text that programs find', async () => {
    expect((await add({ email: 'grace at example' })).body.errors.email).toEqual([
      'Email must be a valid email address',
    ]);
    await add({ name: 'Grace B.', email: 'grace@example.org', ask_about: 'moths' });
    const html = await page('/team');
    expect(html).toContain('moths');
    expect(html).not.toContain('example.org');
    const [, link = ''] = /href="(mailto:[^"]*)" aria-label="Email Grace B\."/.exec(html) ?? [];
    expect(decodeURIComponent(link)).toBe('mailto:grace@example.org');
  });

  test('a photograph is a picture of the library', async () => {
    const { status, body } = await add({ photograph: '999999' });
    expect([status, body.errors.photograph]).toEqual([422, ['This picture is no longer in the library.']]);
  });

  test('posts are listed by author, and name a member of the team', async () => {
    const em = site.database.fork();
    await createMember(em, { name: 'Ada & Byron', role: 'Senior Developer', ask_about: 'engines' });
    const post = await createPost(em, { title: 'By Ada', author: 'Ada & Byron' });
    await createPost(em, { title: 'By a guest', author: 'Guest' });
    await createPost(em, { title: 'A draft of Ada', author: 'Ada & Byron', is_published: false });
    const { body } = await site.rest('anonymous').get('/api/blog-posts?author=Ada%20%26%20Byron');
    expect(body.posts.map(({ title }: { title: string }) => title)).toEqual(['By Ada']);
    const own = '/blog?author=Ada+%26+Byron';
    const html = await page(own);
    expect(html).toContain('1 post by Ada &amp; Byron');
    expect(html).toContain('Senior Developer');
    expect(html).not.toContain('By a guest');
    expect(readHead(html)).toMatchObject({ title: expect.stringContaining('All posts by Ada & Byron') });
    expect(readHead(html).canonical).toContain('/blog?author=Ada');
    expect(readHead(html).said.robots).toBeUndefined();
    expect(readHead(await page('/blog?author=Nobody')).said.robots).toBe('noindex');
    const article = await page(`/blog/${post.id}`);
    expect(article).toContain(`href="${own.replace('&', '&amp;')}"`);
    expect(article).toContain('Senior Developer');
    expect(readHead(article).things.at(-1).author).toMatchObject({
      '@type': 'Person',
      name: 'Ada & Byron',
      jobTitle: 'Senior Developer',
    });
    const guest = readHead(await page(`/blog/${post.id + 1}`)).things.at(-1).author;
    expect(guest).toEqual({ '@type': 'Person', name: 'Guest' });
  });

  test('the team is shown page by page and by section', async () => {
    const em = site.database.fork();
    for (let index = 0; index < 14; index += 1) await createMember(em, { name: `Developer ${index}` });
    const pages = [await page('/team?section=development'), await page('/team?section=development&page=2')];
    expect(pages.map((html) => html.match(/class="member"/g)?.length)).toEqual([12, 2]);
    expect(pages[0]).toContain('rel="next"');
    expect(pages[1]).toContain('rel="prev"');
    expect(readHead(pages[1]!).canonical).toContain('/team?section=development&amp;page=2');
    expect(readHead(pages[1]!).title).toContain('page 2');
    for (const url of ['/team?page=99', '/team?section=none', '/team?page=x', '/portfolio?page=2'])
      expect((await site.app.inject({ url })).statusCode, url).toBe(404);
  });
});
