import { expect, test } from 'vitest';
import { createJob, createPost, createProject } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite();

const hiddenOf = async (...paths: string[]) => {
  const { links } = await site.as('content_moderator').blog.deadLinks.query({ paths });
  return Object.fromEntries(links.map(({ path, title }) => [path, title]));
};

test('drafts, closed jobs, deleted rows and unknown pages are hidden, and what visitors can open is not', async () => {
  const database = site.database.fork();
  const [draft, shown] = [
    await createPost(database, { title: 'Draft', is_published: false }),
    await createPost(database, { is_published: true }),
  ];
  const [closed, open] = [
    await createJob(database, { title: 'Closed', is_active: false }),
    await createJob(database, { is_active: true }),
  ];
  const project = await createProject(database);
  expect(
    await hiddenOf(
      ...[`/blog/${draft.id}`, `/blog/${shown.id}`, `/career/${closed.id}`, `/career/${open.id}`],
      ...[`/portfolio/${project.id}`, '/portfolio/999999', '/contact', '/', '/nothing', '/blog/x'],
      ...['/feed.xml', '/uploads/a.webp', '/__proto__/1', '/admin/blog-posts'],
    ),
  ).toEqual({
    [`/blog/${draft.id}`]: 'Draft',
    [`/career/${closed.id}`]: 'Closed',
    '/portfolio/999999': null,
    '/nothing': null,
    '/blog/x': null,
    '/admin/blog-posts': null,
    '/__proto__/1': null,
  });
});

test('a call names at most 50 paths of 100 characters', async () => {
  const paths = Array.from({ length: 51 }, (_, at) => `/${at}`);
  await expect(hiddenOf(...paths)).rejects.toThrow('Please correct the marked fields.');
  await expect(hiddenOf(`/${'a'.repeat(100)}`)).rejects.toThrow('Please correct the marked fields.');
});
