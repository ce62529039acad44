import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { mediaFacts, moduleNames, modulePath } from '../../../src/shared/module-facts.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';
import { sampledModules } from '../../support/samples.ts';

const { server, browser } = useBrowserSite('starter');

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const lists = [
  { path: '/admin/blog-posts', filter: 'Category' },
  { path: '/admin/team', filter: 'Section' },
  { path: '/admin/jobs', filter: 'Type' },
  { path: '/admin/portfolio', filter: 'Category' },
  { path: '/admin/testimonials' },
  { path: '/admin/clients' },
  { path: '/admin/pages' },
  { path: '/admin/media', filter: 'Kind' },
  { path: '/admin/users', filter: 'Role' },
  { path: '/admin/activities?log=access', filter: 'Person' },
  { path: '/admin/activities', filter: 'Type' },
  { path: '/admin/inbox', filter: 'State' },
];
/** The highest place of a first row, in pixels. */
const highest = 320;

async function enterMessage(): Promise<void> {
  const answer = await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Murat Donaudampfschifffahrtskapitän-Oberhuber',
      email: 'murat.donaudampfschifffahrtskapitan@example.com',
      subject: 'A leaking roof',
      message: 'It drips since Monday.',
    }),
  });
  expect(answer.ok).toBe(true);
}

/** Puts a row into each list and into each trash. */
async function fillLists(): Promise<void> {
  await enterMessage();
  const { api, headers } = await signInToApis(server);
  for (const { path, sample } of sampledModules) {
    await api('POST', `/api${path}`, sample());
    const { id } = await api('POST', `/api${path}`, sample());
    await api('DELETE', `/api${path}/${id}`);
  }
  const uploads = [1200, 900].map(async (width) => {
    const body = new FormData();
    body.append('file', await picture({ width, height: 400, format: 'jpeg' }, `${width}.jpg`));
    const answer = await fetch(`${server.url}/api/admin/media`, { method: 'POST', headers, body });
    return (await answer.json()) as { item: { id: number } };
  });
  const [first] = await Promise.all(uploads);
  await api('DELETE', `/api/admin/media/${first!.item.id}`);
}

/** A trash has its rows alone. */
const trashes = [...moduleNames.map(modulePath), mediaFacts.path].map((path) => `${path}/trash`);

test('each list and each trash begins on the first screen of a phone', { timeout: 120_000 }, async () => {
  await fillLists();
  const page = await openScreen(browser, server, '/admin/blog-posts', phone);
  const low: string[] = [];
  for (const path of [...lists.map((list) => list.path), '/admin/blog', ...trashes]) {
    await page.goto(server.url + path);
    const row = page.locator('main [data-row]').first();
    await row.waitFor();
    const top = Math.round((await row.boundingBox())!.y);
    if (top >= highest) low.push(`${path}: ${top}`);
  }
  expect(low).toEqual([]);
});

test('a list has the search beside one button for the rest on a phone', async () => {
  const page = await openScreen(browser, server, '/admin/blog-posts', phone);
  for (const { path, filter } of lists) {
    await page.goto(server.url + path);
    const row = page.locator('[data-row]').first();
    const nothing = page.locator('main h2').first();
    await row.or(nothing).first().waitFor();
    const open = page.getByRole('button', { name: /^Filters/ });
    const search = page.getByRole('searchbox');
    expect(await search.isVisible(), path).toBe(true);
    if (!filter) continue;
    const field = page.getByLabel(filter, { exact: true });
    expect(await field.isVisible(), path).toBe(false);
    expect(await field.count(), path).toBe(1);
    await open.tap();
    expect(await field.isVisible(), path).toBe(true);
    expect(await open.getAttribute('aria-expanded'), path).toBe('true');
    await expectAccessible(page);
  }
});

test('the filters and counts of a list are visible from 48 rem on, without a button', async () => {
  const page = await openScreen(browser, server, '/admin/blog-posts', {
    viewport: { width: 768, height: 900 },
  });
  await page.locator('[data-row]').first().waitFor();
  expect(await page.getByRole('button', { name: /^Filters/ }).count()).toBe(0);
  expect(await page.getByLabel('Category', { exact: true }).isVisible()).toBe(true);
  expect(await page.locator('dl').first().isVisible()).toBe(true);
});

test('a row of the inbox shows the sender, and the address below', async () => {
  await enterMessage();
  const page = await openScreen(browser, server, '/admin/inbox', phone);
  const name = page.getByText('Murat Donaudampfschifffahrtskapitän-Oberhuber').first();
  await name.waitFor();
  const [sender, address, subject] = await Promise.all(
    [name, page.getByText('murat.donau').first(), page.getByText('A leaking roof').first()].map(
      async (part) => (await part.boundingBox())!,
    ),
  );
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect(address!.y).toBeGreaterThanOrEqual(sender!.y + sender!.height);
  expect(subject!.y).toBeGreaterThanOrEqual(address!.y + address!.height);
});

test('a bar at the bottom of a phone has the first screens of the role, the search and the menu', async () => {
  const page = await openScreen(browser, server, '/admin/dashboard', phone);
  const bar = page.getByRole('navigation', { name: 'Menu' });
  const search = bar.getByRole('button', { name: 'Search' });
  await search.waitFor();
  const { y, height } = (await search.boundingBox())!;
  expect(y + height).toBeGreaterThan(840);
  expect(await bar.getByRole('link').allInnerTexts()).toEqual(
    expect.arrayContaining(['Dashboard', 'Blog posts', 'Pages']),
  );
  await bar.getByRole('link', { name: 'Blog posts' }).tap();
  await page.waitForURL('**/admin/blog-posts');
  await page.locator('[data-row]').first().waitFor();
  expect(await bar.getByRole('link', { name: 'Blog posts' }).getAttribute('aria-current')).toBe('page');
  await search.tap();
  await page.getByRole('combobox', { name: 'Go to, create or search' }).waitFor();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await expectAccessible(page);
  await page.goto(`${server.url}/admin/blog-posts/new`);
  // The save bar takes the place of the bar, and the menu is at the top.
  await page.getByRole('button', { name: 'Save Blog Post' }).waitFor();
  expect(await search.isVisible()).toBe(false);
  expect((await page.getByRole('button', { name: 'Menu' }).boundingBox())!.y).toBeLessThan(52);
});

test('a photograph from the menu, or from the form, becomes the picture of a new post', async () => {
  const page = await openScreen(browser, server, '/admin/inbox', phone);
  const photograph = async (name: string) => {
    const file = await picture({ width: 400, height: 300, format: 'jpeg' });
    return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) };
  };
  const take = async (label: string, name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: label }).tap();
    const input = (await chooser).element();
    expect(await input.getAttribute('capture'), label).toBe('environment');
    await (await chooser).setFiles(await photograph(name));
  };
  await page.getByRole('button', { name: 'Menu' }).last().tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Inbox' }).waitFor();
  await expectAccessible(page);
  await take('Photo for a post', 'roof.jpg');
  await page.waitForURL('**/admin/blog-posts/new');
  await page.getByRole('img', { name: 'Selected image: roof.jpg' }).waitFor();
  await take('Take a photo', 'slates.jpg');
  await page.getByRole('img', { name: 'Selected image: slates.jpg' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Title', { exact: true }).fill('A roof from the phone');
  await page.getByRole('button', { name: 'More ways to save' }).tap();
  await page.getByRole('menuitem', { name: 'Save draft' }).tap();
  await page.getByRole('heading', { name: 'A roof from the phone' }).waitFor();
  const { trpc } = await signInToApis(server);
  const { posts } = await trpc.blog.list.query({ search: 'A roof from the phone' });
  expect(posts).toMatchObject([{ is_published: false, featured_image: expect.stringMatching(/^uploads\//) }]);
  await page.context().close();
});
