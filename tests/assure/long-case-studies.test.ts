import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { picture } from '../support/pictures.ts';
import { admin } from '../support/running-server.ts';

const word = 'Kraftfahrzeughaftpflichtversicherungsangelegenheiten';
const arabic = 'مشروع طويل جدا لشبكة المدينة ومدارسها ومكتبتها';
/** As many words as a title of 200 letters may have. */
const wordy = Array.from({ length: 100 }, () => 'a').join(' ');
const story = (text: string) => ({
  client_description: text,
  sector: text.slice(0, 80),
  year: '2'.repeat(20),
  duration: text.slice(0, 60),
  problem: `<p>${text}</p>`,
  approach: `<h2>${text}</h2><p>${text}</p>`,
  outcome: `<p>${text}</p>`,
  quote: text,
  quote_person: text.slice(0, 120),
  quote_role: text,
  figures: JSON.stringify(
    Array.from({ length: 4 }, () => ({
      unit: 'W'.repeat(12),
      number: '8'.repeat(12),
      meaning: text.slice(0, 120),
    })),
  ),
});
const widths = [320, 390, 768, 1440, 2560];
const paths = [
  '/',
  '/services',
  '/portfolio',
  '/portfolio/1',
  '/portfolio/2',
  '/portfolio/3',
  '/portfolio/4',
];

const { server, browser } = useBrowserSite({ LOG_LEVEL: 'error' });
let token = '';
beforeAll(async () => {
  token = (await postJson('/api/admin/login', admin)).token as string;
  const tower = await picture({ width: 400, height: 4000 });
  const { item } = (await postForm('/api/admin/media', { file: tower, alt: word })) as {
    item: { id: number };
  };
  const gallery = JSON.stringify([{ media_id: item.id, caption: word }]);
  const usual = { category: 'IT Support', description: 'q'.repeat(120), is_featured: '1' };
  const technologies = JSON.stringify([word]);
  const all = [
    { title: word, client: word, ...story(word), image: tower, gallery },
    { title: arabic, client: arabic, ...story(arabic) },
    { title: wordy, client: wordy, ...story(wordy), gallery },
    { title: 'Plain', client: 'A town' },
  ];
  for (const project of all) await postForm('/api/admin/portfolios', { ...usual, technologies, ...project });
  const said = { quote: word, person: word, role: word, company: word, service: 'IT Support' };
  await postJson('/api/admin/testimonials', { ...said, is_published: true, project_id: 1 });
  for (const name of [word, arabic])
    await postJson('/api/admin/clients', { name, kind: 'Client', is_published: true });
}, 60_000);

function postJson(path: string, body: object) {
  return send(path, JSON.stringify(body), { 'content-type': 'application/json' });
}

function postForm(path: string, fields: Record<string, string | Blob>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return send(path, data);
}

async function send(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    body,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  });
  const told = (await answer.json()) as Record<string, unknown>;
  expect(answer.ok, JSON.stringify(told)).toBe(true);
  return told;
}

/** What stands beyond an edge of the window. Pictures may bleed to the edge, and so may what only screen readers see. */
function beyondEdge(): string[] {
  return [...document.querySelectorAll('main *, footer *')]
    .filter((element) => !element.closest('.hero-drawing, .visually-hidden, picture, .site-form-trap'))
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Pictures that are much higher than the window. */
function towers(): number {
  const pictures = [...document.querySelectorAll<HTMLElement>('main .stored-picture')];
  return pictures.filter((picture) => picture.clientHeight > 1.6 * picture.clientWidth).length;
}

test.each(widths)(
  'stories of any length do not widen a page of %i px, nor does a tower of a picture',
  async (width) => {
    const page = await browser.visit('about:blank', { viewport: { width, height: 844 } });
    for (const path of paths) {
      await page.goto(server.url + path);
      expect(await page.evaluate(beyondEdge), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      expect(await page.evaluate(towers), path).toBe(0);
    }
    await page.context().close();
  },
);

test('an Arabic title is read from right to left, and a page without a story has no empty part', async () => {
  const page = await browser.visit(`${server.url}/portfolio/2`);
  const side = await page.locator('h1').evaluate((title) => {
    const range = document.createRange();
    range.selectNodeContents(title);
    const [line] = range.getClientRects();
    return line!.right > title.getBoundingClientRect().right - 2;
  });
  expect(side).toBe(true);
  await page.goto(`${server.url}/portfolio/4`);
  for (const part of ['figures', 'part', 'quotes', 'gallery'])
    expect(await page.locator(`.project-${part}`).count(), part).toBe(0);
  await page.context().close();
});
