import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const site = useBrowserSite();

const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const drawing = (page: Page) =>
  page
    .locator('main picture img')
    .first()
    .evaluate((image: HTMLImageElement) => /-(light|dark)/.exec(image.currentSrc)?.[1]);
const choose = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Appearance' }).getByRole('button', { name, exact: true }).click();

test.each(chooseByForm<('light' | 'dark')[]>(['light', 'dark'], ['dark']))(
  'a visitor with a %s system chooses the other theme',
  async (system) => {
    const other = system === 'light' ? 'Dark' : 'Light';
    const page = await site.browser.visit(`${site.server.url}/`, { colorScheme: system });
    const first = await paper(page);
    expect(await drawing(page)).toBe(system);
    await choose(page, other);
    await expect.poll(() => paper(page)).not.toBe(first);
    await expect.poll(() => drawing(page)).toBe(other.toLowerCase());
    await expectAccessible(page);
    const chosen = await paper(page);

    // Each page has the theme before its body is there.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        observer.disconnect();
        Object.assign(globalThis, { firstTheme: document.documentElement.dataset.mantineColorScheme });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${site.server.url}/about`);
    expect(await page.evaluate('firstTheme')).toBe(other.toLowerCase());
    expect(await paper(page)).toBe(chosen);
    await expect.poll(() => drawing(page)).toBe(other.toLowerCase());
    expect(await page.context().cookies()).toEqual([]);

    // The system decides again, here and in another tab.
    const tab = await page.context().newPage();
    await tab.goto(`${site.server.url}/team`);
    expect(await paper(tab)).toBe(chosen);
    await choose(page, 'System');
    for (const one of [page, tab]) await expect.poll(() => paper(one)).toBe(first);
    await expect.poll(() => drawing(page)).toBe(system);
    await page.context().close();
  },
);

test('the choice is made by keyboard, and paper is white in each theme', async () => {
  const page = await site.browser.visit(`${site.server.url}/contact`, { colorScheme: 'light' });
  const dark = page.getByRole('button', { name: 'Dark', exact: true });
  await dark.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => dark.getAttribute('aria-current')).toBe('true');
  await page.emulateMedia({ media: 'print' });
  expect(await paper(page)).toBe('rgb(255, 255, 255)');
  await page.context().close();
});

test('without a script or a storage, nothing is offered and the system decides', async () => {
  const still = await site.browser.visit(`${site.server.url}/`, { javaScriptEnabled: false });
  expect(await still.getByRole('region', { name: 'Appearance' }).count()).toBe(0);
  await still.context().close();
  const page = await site.browser.visit('about:blank');
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new Error('denied');
      },
    });
  });
  await page.goto(site.server.url);
  await page.locator('html[data-enhanced]').waitFor();
  expect(await page.getByRole('region', { name: 'Appearance' }).count()).toBe(0);
  await page.context().close();
});
