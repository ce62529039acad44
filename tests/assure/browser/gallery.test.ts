import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { openScreen, waitForAnswer } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { signInToApis } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();
const post = {
  title: 'A new wall',
  excerpt: 'We have one.',
  content: '<p>It is white.</p>',
  category: 'Technology',
  is_published: true,
};
const job = {
  title: 'Painter',
  description: 'Paints walls.',
  type: 'Contract' as const,
  location: 'London',
  department: 'Walls',
  requirements: ['A brush'],
  responsibilities: ['Paint'],
};
let before: string;
const htmlOf = async () => (await fetch(`${server.url}/gallery`)).text();
/** Without the values that each response has of its own. */
const plain = (html: string) => html.replaceAll(/nonce="[^"]*"/g, '');

beforeAll(async () => {
  const { headers, trpc } = await signInToApis(server);
  // The cards of company life lead to posts and jobs.
  await trpc.blog.create.mutate(post);
  await trpc.jobs.create.mutate(job);
  before = plain(await htmlOf());
  for (const [width, name] of [
    [61, 'barn.png'],
    [62, 'crane.png'],
    [63, 'dock.png'],
  ] as const) {
    const body = new FormData();
    body.append('file', await picture({ width }, name));
    await fetch(`${server.url}/api/admin/media`, { method: 'POST', headers, body });
  }
});

const entries = (page: Page) =>
  page.getByRole('group', { name: 'Pictures of the gallery' }).locator('ol > li');
const namesIn = (list: Locator) =>
  list.getByRole('group').evaluateAll((groups) => groups.map((one) => one.getAttribute('aria-label')));
const field = (page: Page, place: number, name: string) =>
  entries(page).nth(place).getByRole('textbox', { name });
const choose = async (page: Page, ...names: string[]) => {
  await page.getByRole('button', { name: 'Choose from the library' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose pictures' });
  for (const name of names) await dialog.getByRole('button', { name }).click();
  await dialog.getByRole('button', { name: /^Use / }).click();
};
const save = async (page: Page) => {
  // The message of an earlier save may still be on the screen.
  const answer = waitForAnswer(page, 'gallery.update');
  await page.getByRole('button', { name: 'Save Gallery' }).click();
  await answer;
  await page.getByText('Saved. Visitors see it now.').first().waitFor();
};

// In this order, because the second test goes on with the album of the first.
describe('the album', { shuffle: false }, () => {
  test('staff choose pictures, order them by mouse and keys, describe them, and the page shows them', async () => {
    const page = await openScreen(browser, server, '/admin/gallery');
    await page.getByText('No pictures chosen').waitFor();
    await choose(page, 'barn.png', 'crane.png', 'dock.png');
    await expect.poll(() => namesIn(entries(page))).toEqual(['1. barn.png', '2. crane.png', '3. dock.png']);
    await page.getByRole('button', { name: 'Move barn.png down' }).press('Enter');
    await page.getByText('barn.png moved to position 2 of 3').waitFor({ state: 'attached' });

    const handle = entries(page).nth(2).locator('span[aria-hidden]').first();
    await handle.scrollIntoViewIfNeeded();
    await handle.hover();
    await page.mouse.down();
    const { x, y } = (await entries(page).nth(0).boundingBox())!;
    await page.mouse.move(x + 20, y + 4, { steps: 8 });
    await page.mouse.up();
    expect(await namesIn(entries(page))).toEqual(['1. dock.png', '2. crane.png', '3. barn.png']);

    await field(page, 0, 'Caption').fill('The dock');
    await field(page, 0, 'Year').fill('1999');
    await field(page, 0, 'Alternative text').fill('Ada and Grace on the dock');
    await field(page, 1, 'Alternative text').fill('A crane');
    await page.getByText('3 pictures, 1 without a description').waitFor();
    await page.getByRole('button', { name: 'Save Gallery' }).click();
    await page.getByText('Say what the picture shows, and who is in it.').waitFor();
    await expect
      .poll(() => field(page, 2, 'Alternative text').evaluate((one) => one === document.activeElement))
      .toBe(true);
    await page.keyboard.type('A barn');
    await save(page);

    const html = await htmlOf();
    const alts = [...html.matchAll(/<img class="stored-picture"[^>]* alt="([^"]*)"/g)].map(([, alt]) => alt);
    expect(alts).toEqual(['Ada and Grace on the dock', 'A crane', 'A barn']);
    expect(html).toContain('>The dock · 1999</figcaption>');
    const home = await (await fetch(server.url)).text();
    const shown = [...home.matchAll(/<img class="stored-picture"[^>]* alt="([^"]*)"/g)].map(([, alt]) => alt);
    expect(shown).toEqual(['Ada and Grace on the dock', 'A crane']);
    await page.goto(`${server.url}/admin/media?search=dock`);
    await page.getByText('Ada and Grace on the dock').first().waitFor();
    await page.context().close();
  });

  test('an upload joins the album, and an empty album leaves the page as it was', async () => {
    const page = await openScreen(browser, server, '/admin/gallery');
    await entries(page).first().waitFor();
    const { buffer } = await (await picture({ width: 64 }, 'eave.png'))
      .arrayBuffer()
      .then((bytes) => ({ buffer: Buffer.from(bytes) }));
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload pictures' }).click();
    await (await chosen).setFiles({ name: 'eave.png', mimeType: 'image/png', buffer });
    await expect.poll(() => entries(page).count()).toBe(4);
    await field(page, 3, 'Alternative text').fill('An eave');
    await save(page);
    await expect.poll(async () => (await htmlOf()).includes('alt="An eave"')).toBe(true);
    for (let left = 4; left > 0; left -= 1) {
      await entries(page)
        .first()
        .getByRole('button', { name: /^Remove / })
        .click();
      await expect.poll(() => entries(page).count()).toBe(left - 1);
    }
    await save(page);
    expect(plain(await htmlOf())).toBe(before);
    await page.context().close();
  });

  test.skipIf(isShortForm)('the settings take a picture of the library', async () => {
    const page = await openScreen(browser, server, '/admin/settings/search');
    await page
      .getByRole('button', { name: /^Choose from the library/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
    await dialog.getByRole('button', { name: 'crane.png' }).click();
    await dialog.getByRole('button', { name: 'Use picture' }).click();
    await page.getByRole('button', { name: /^Save / }).click();
    await page.getByText('Saved. Visitors see it now.').first().waitFor();
    const shared = /<meta property="og:image" content="([^"]+)"/.exec(await htmlOf())?.[1] ?? '';
    expect(shared).toContain('/uploads/');
    await page.goto(`${server.url}/admin/media?search=crane`);
    await page.getByRole('button', { name: 'Edit crane.png' }).first().click();
    await page.getByRole('region', { name: 'Where it is used' }).getByText('Search engines').waitFor();
    await page.context().close();
  });
});
