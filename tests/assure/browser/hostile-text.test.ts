import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { admin } from '../../support/running-server.ts';

const hostile = [
  '</script><script>document.title="taken"</script>',
  '<img src=x onerror=document.title="taken">',
  '<svg onload=document.title="taken">',
  '{{constructor.constructor("document.title=1")()}}',
  '<style>*{display:none}</style>"\'><a href="javascript:document.title=1">x</a>',
].join(' ');

/** For fields that hold one line. */
const short = '</script><script>document.title=1</script><img src=x onerror=document.title=1>{{1}}';

let token: string;
const { server, browser } = useBrowserSite();
beforeAll(async () => {
  token = (await post('/api/admin/login', admin)).token as string;
  await post('/api/admin/jobs', {
    title: short,
    type: 'Full-time',
    location: short,
    department: short,
    description: hostile,
    requirements: [short],
    responsibilities: [short],
    team: short,
    recruiter: short,
    what_next: hostile,
  });
  await post('/api/admin/users', {
    name: short,
    email: 'x@example.com',
    role: 'hr',
    password: 'a-quiet-Harbour-7',
  });
  await postForm('/api/admin/blog-posts', {
    title: short,
    excerpt: hostile,
    content: `<p>Kept</p>${hostile}`,
    category: 'Technology',
    tags: JSON.stringify([short]),
    is_published: '1',
    author: short,
  });
  await postForm('/api/admin/team', {
    name: short,
    role: 'Senior Developer',
    section: 'development',
    description: hostile,
    expertise: JSON.stringify([short]),
    ask_about: short,
    linkedin: 'https://www.linkedin.com/in/"><img/src=x/onerror=document.title=1>',
  });
  await postForm('/api/admin/portfolios', {
    title: short,
    category: 'Web Development',
    description: hostile,
    client: short,
    technologies: JSON.stringify([short]),
    client_description: short,
    sector: short.slice(0, 80),
    duration: short.slice(0, 60),
    quote: hostile,
    quote_person: short,
    problem: `<p>Kept</p>${hostile}`,
    approach: hostile,
    outcome: hostile,
    figures: JSON.stringify([{ unit: '<b>%</b>', number: '<i>4</i>', meaning: short }]),
  });
  await post('/api/admin/testimonials', {
    quote: hostile,
    person: short,
    role: short,
    company: short,
    service: 'Web Development',
    is_published: true,
    project_id: 1,
  });
  await post('/api/admin/clients', { name: short, kind: 'Client', is_published: true });
  await post('/api/contact', {
    name: short,
    email: 'v@example.com',
    subject: short,
    message: hostile,
  });
});

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  return send(path, JSON.stringify(body), { 'content-type': 'application/json' });
}

function postForm(path: string, fields: Record<string, string>): Promise<Record<string, unknown>> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return send(path, data);
}

async function send(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(server.url + path, {
    method: 'POST',
    body,
    headers: { ...headers, ...authorization },
  });
  const told = (await answer.json()) as Record<string, unknown>;
  expect(answer.ok, JSON.stringify(told)).toBe(true);
  return told;
}

/** Nothing of the texts became part of the page: no script ran, nothing was refused by the policy, no element came of them. */
async function expectInert(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('load');
  expect(await page.title()).not.toMatch(/^taken$|^1$/);
  expect(await page.locator('img[src="x"], svg[onload], a[href^="javascript:"]').count(), page.url()).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).not.toBe('none');
}

test('IN1 hostile text in every field is plain text on every page', async () => {
  const page = await browser.visit('about:blank');
  for (const path of [
    ...['/', '/blog', '/blog/1', '/team', '/portfolio', '/portfolio/1', '/services', '/career', '/career/1'],
    '/gallery',
  ]) {
    await page.goto(server.url + path);
    await expectInert(page);
  }
});

test('IN1 it is plain text on every screen of the panel', async () => {
  const page = await openScreen(browser, server, '/admin/dashboard');
  for (const screen of [
    ...['dashboard', 'blog-posts', 'blog-posts/1/edit', 'blog', 'team', 'jobs', 'jobs/1/edit', 'portfolio'],
    ...['portfolio/1/edit', 'testimonials', 'testimonials/1/edit', 'clients', 'clients/1/edit'],
    ...['inbox', 'activities', 'users', 'security'],
  ]) {
    await page.goto(`${server.url}/admin/${screen}`);
    await expectInert(page);
  }
});
