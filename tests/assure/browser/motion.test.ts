import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';

const site = useBrowserSite('starter');

const at = (hour: number) => new Date(2026, 5, 1, hour);
const light = (page: Page) => page.locator('.hero-daylight img');
/** How far the light leans: the tangent of its angle. */
const lean = (page: Page) =>
  light(page).evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).c);

async function home(
  hour: number,
  reducedMotion: 'reduce' | 'no-preference' = 'no-preference',
): Promise<Page> {
  const page = await site.browser.visit('about:blank', { reducedMotion });
  await page.clock.setFixedTime(at(hour));
  await page.goto(site.server.url);
  await light(page).waitFor();
  return page;
}

test.skipIf(isShortForm)('the light in the hall follows the hour and the pointer', async () => {
  const morning = await home(8);
  await expect.poll(() => lean(morning)).toBeLessThan(-0.1);
  const evening = await home(18);
  await expect.poll(() => lean(evening)).toBeGreaterThan(0.1);
  const night = await home(1);
  const strength = () => light(night).evaluate((image) => Number(getComputedStyle(image).opacity));
  await expect.poll(strength).toBe(0.3);

  const still = await lean(evening);
  await evening.mouse.move(10, 300);
  await expect.poll(() => lean(evening)).toBeLessThan(still - 0.02);
});

test('nothing moves for people who want less motion', async () => {
  const page = await home(8, 'reduce');
  await page.locator('html[data-enhanced]').waitFor();
  await page.mouse.move(10, 300);
  expect(await lean(page)).toBeCloseTo(0, 2);
  expect(await page.locator('.hero-daylight').getAttribute('style')).toBeNull();
});

test.each([
  ['post', '/blog', '.post-card a', '.post-picture img'],
  ['project', '/portfolio', '.project a', '.project-picture img'],
])('the picture of the card of a %s becomes the picture of its page', async (_, list, card, large) => {
  const page = await site.browser.visit(site.server.url + list);
  const moved = page.evaluate.bind(page, () => Reflect.get(globalThis, 'moved'));
  await page.addInitScript(() =>
    addEventListener('pagereveal', async ({ viewTransition }) => {
      await viewTransition?.ready;
      const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
      Object.assign(globalThis, { moved: effects.map(({ pseudoElement }) => pseudoElement) });
    }),
  );
  await page.locator(card).first().click();
  await page.waitForURL(/\/(blog|portfolio)\/[^/]+$/);
  const picture = page.locator(large);
  const name = await picture.getAttribute('data-name');
  await expect.poll(moved).toContain(`::view-transition-old(${name})`);
  // The browser may draw the page for the first time before it has read as far as the picture.
  expect(await picture.evaluate((image) => getComputedStyle(image).viewTransitionName)).toBe(name);
});
