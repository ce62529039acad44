import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';

const site = useBrowserSite();

test('whatever the keyboard reaches on a page has a ring of at least 2 px', async () => {
  const page = await site.browser.visit(`${site.server.url}/contact`);
  const reached: string[] = [];
  const without: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const { name, hasRing } = await page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        name: element === document.body ? '' : element.outerHTML.slice(0, 120),
        hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      };
    });
    // The focus has left the page.
    if (name === '') break;
    reached.push(name);
    if (!hasRing) without.push(name);
  }
  expect(reached.length).toBeGreaterThan(15);
  expect(without).toEqual([]);
});
