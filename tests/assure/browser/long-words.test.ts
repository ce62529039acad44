import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { admin } from '../../support/running-server.ts';

const word = 'Kraftfahrzeughaftpflichtversicherungsangelegenheiten';
const title = `Clerk for ${word} (full time)`;
const code = `<pre><code>const connection = await openConnection({ host: "database.internal.example.com", port: 5432 });</code></pre>`;
/** 320 px is also what 1280 px become at a zoom of 400 %. */
const widths = [320, 390, 768, 1440, 1920, 2560];

const { server, browser } = useBrowserSite();
let token = '';
beforeAll(async () => {
  token = (await post('/api/admin/login', admin)).token as string;
  await post('/api/admin/jobs', {
    title,
    type: 'Full-time',
    location: word,
    department: word,
    description: 'y'.repeat(120),
    requirements: [word],
    responsibilities: ['z'.repeat(90)],
    what_next: word,
    team: word,
    recruiter: word,
    location_type: 'Hybrid',
    salary_min: '123456789',
    salary_max: '999999999.99',
    salary_currency: 'TRY',
    salary_period: 'Month',
  });
  await post('/api/admin/jobs', {
    title: 'مهندس شبكات أول',
    type: 'Full-time',
    location: 'دبي',
    department: 'البنية التحتية',
    description: 'نبحث عن مهندس.',
    requirements: ['الصبر'],
    responsibilities: ['الشبكات'],
    team: 'أربعة مهندسين',
    recruiter: 'ليلى',
    what_next: 'نقرأ طلبك خلال أسبوع.',
    salary_min: '20000',
    salary_currency: 'AED',
    salary_period: 'Month',
  });
  await postForm('/api/admin/blog-posts', {
    title,
    excerpt: word,
    category: 'Technology',
    is_published: '1',
    tags: JSON.stringify([word]),
    author: word,
    content: `<p>Before</p>${code}<blockquote>Words that are quoted</blockquote><p>${'x'.repeat(200)}</p>`,
  });
  await postForm('/api/admin/portfolios', {
    title,
    category: 'Web Development',
    description: 'q'.repeat(120),
    client: word,
    technologies: JSON.stringify([word]),
  });
  await postForm('/api/admin/team', {
    name: word,
    role: 'Senior Developer',
    section: 'development',
    description: 'w'.repeat(100),
    expertise: JSON.stringify([word]),
    ask_about: word.repeat(3),
    email: `${word}@example.com`,
    linkedin: `https://www.linkedin.com/in/${word}`,
  });
}, 60_000);

async function post(path: string, body: object) {
  return send(path, JSON.stringify(body), json);
}

const json = { 'content-type': 'application/json' };

async function postForm(path: string, fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return send(path, data);
}

async function send(path: string, body: BodyInit, headers: Record<string, string> = {}, method = 'POST') {
  const answer = await fetch(server.url + path, {
    method,
    body,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

/** Elements beyond the right edge. Clipped ones count, because no scroll bar shows them. Elements that scroll do not count. */
function beyondEdge(): string[] {
  return [...document.querySelectorAll('main *, footer *')]
    .filter((element) => !element.closest('pre, .hero-drawing, .visually-hidden, .site-form-trap'))
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => element.outerHTML.slice(0, 80));
}

const paths = [
  ...['/', '/blog', '/blog/1', '/team', '/portfolio', '/portfolio/1', '/career', '/career/1', '/career/2'],
  `/blog?author=${word}`,
];

test.each(paths)('words longer than the screen do not widen %s at any width', async (path) => {
  const page = await browser.visit(server.url + path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(beyondEdge), `${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.context().close();
});

/** The sizes of the title and of the largest heading below it, in pixels. */
function sizesOfHeadings(): { title: number; below: number } {
  const sizeOf = (heading: HTMLElement) =>
    Number.parseFloat(getComputedStyle(heading.dataset.ems ? heading.firstElementChild! : heading).fontSize);
  const below = [...document.querySelectorAll<HTMLElement>('h2')].filter(
    (heading) => heading.checkVisibility() && !heading.matches('.visually-hidden'),
  );
  return {
    title: sizeOf(document.querySelector('h1')!),
    below: Math.max(0, ...below.map(sizeOf)),
  };
}

test('a title is a quarter larger than every heading below it at any width, however long its words are', async () => {
  const headed = ['home', 'about', 'services', 'portfolio', 'team', 'gallery', 'blog', 'career', 'contact'];
  const value = Object.fromEntries(headed.map((name) => [name, { heading: title }]));
  await send('/api/admin/settings/pages', JSON.stringify({ value }), json, 'PUT');
  const pages = [
    ...headed.map((name) => (name === 'home' ? '/' : `/${name}`)),
    '/blog/1',
    '/portfolio/1',
    '/career/1',
  ];
  for (const path of pages) {
    const page = await browser.visit(server.url + path);
    for (const width of [320, 390, 600, 820, 960, 1200, 1440, 1920]) {
      await page.setViewportSize({ width, height: 844 });
      const { title: size, below } = await page.evaluate(sizesOfHeadings);
      expect(size / below, `${path} at ${width} px: ${size} above ${below}`).toBeGreaterThan(1.25);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
    }
    await page.context().close();
  }
});

test('code scrolls in its own box, and a quotation is set in the display face', async () => {
  const page = await browser.visit(`${server.url}/blog/1`, { viewport: { width: 390, height: 844 } });
  const box = await page
    .locator('.prose pre')
    .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(box[0]).toBeGreaterThan(box[1]!);
  const faces = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const { fontFamily, fontWeight } = getComputedStyle(document.querySelector('blockquote')!);
      const family = fontFamily.split(',')[0]!.replaceAll('"', '');
      const face = [...document.fonts].find((each) => each.family.replaceAll('"', '') === family);
      const [least = 0, most = 0] = (face?.weight ?? '').split(' ').map(Number);
      return { status: face?.status, isCovered: least <= Number(fontWeight) && Number(fontWeight) <= most };
    });
  expect(await faces()).toEqual({ status: 'loaded', isCovered: true });
  await page.context().close();
});

test('a headline that is longer stays off the drawing beside it', async () => {
  const page = await browser.visit(server.url);
  const gap = await page.evaluate(() => {
    const headline = document.querySelector('.hero h1')!;
    headline.className = 'hero-long';
    headline.textContent = 'Extraordinary infrastructure administration for everybody who works here';
    const range = document.createRange();
    range.selectNodeContents(headline);
    const right = Math.max(...[...range.getClientRects()].map((line) => line.right));
    return document.querySelector('.hero-drawing')!.getBoundingClientRect().left - right;
  });
  expect(gap).toBeGreaterThan(0);
  await page.context().close();
});

test('text from right to left begins on the right, and a name beside its portrait', async () => {
  const rightToLeft = 'ברוכים הבאים לאתר שלנו (2026)';
  await postForm('/api/admin/team', {
    name: rightToLeft,
    role: 'Senior Developer',
    section: 'development',
    description: `${rightToLeft}. Atrium`,
    expertise: JSON.stringify([rightToLeft]),
  });
  const page = await browser.visit(`${server.url}/team`);
  const card = page.locator('.member').filter({ hasText: rightToLeft });
  const edges = (part: string) =>
    card.locator(part).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [box, words] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
      return { left: words.left - box.left, right: box.right - words.right };
    });
  const { left, right } = await edges('.member-words');
  expect(right).toBeLessThan(2);
  expect(left).toBeGreaterThan(right);
  // The portrait is on the left, and the name belongs to it.
  for (const part of ['h3', '.member-role']) expect((await edges(part)).left, part).toBeLessThan(2);
  await page.context().close();
});
