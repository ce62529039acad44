import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJob, createMember, createPost, createProject } from '../support/factories.ts';
import { findMarkupProblems } from '../support/markup.ts';
import { fixedPaths, realPages } from '../support/real-pages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

describe('markup', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp('sqlite', await realPages());
    const em = site.database.fork();
    const content =
      '<h2>A</h2><p>b <a href="https://example.com" rel="noopener noreferrer">c</a><br />d</p><hr /><ul><li>e</li></ul>';
    for (let count = 0; count < 14; count += 1) await createPost(em, { content });
    await createJob(em);
    await createJob(em, {
      application_link: 'https://example.com/apply',
      is_internship: true,
      duration: '3 months',
    });
    await createMember(em);
    await createProject(em);
  });
  afterAll(() => site.close());

  test.each([
    ...fixedPaths,
    ...['/test', '/blog?page=2', '/blog?category=Technology', '/blog?search=nothing%20like%20it', '/blog/1'],
    ...['/blog/2-some-title', '/career?type=Contract', '/career/1', '/career/2', '/portfolio/1'],
    ...['/portfolio?category=Network+Infrastructure', '/nothing', '/blog/999', '/admin', '/admin/login'],
  ])('the page at %s is valid HTML', async (url) => {
    const { body, headers } = await site.app.inject({ url });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(await findMarkupProblems(body)).toEqual([]);
  });

  test('the page about a refused form is valid HTML', async () => {
    const { body, statusCode } = await site.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=Ada&email=no+address',
    });
    expect(statusCode).toBe(422);
    expect(await findMarkupProblems(body)).toEqual([]);
  });

  test('the page about an unexpected error is valid HTML', async () => {
    const pages = await realPages();
    const broken = await testApp('sqlite', {
      ...pages,
      renderPage: (url, _call, given) =>
        pages.renderPage(
          url,
          async () => {
            throw new Error('no database');
          },
          given,
        ),
    });
    const { body, statusCode } = await broken.app.inject({ url: '/blog' });
    expect(statusCode).toBe(500);
    expect(await findMarkupProblems(body)).toEqual([]);
    await broken.close();
  });
});
