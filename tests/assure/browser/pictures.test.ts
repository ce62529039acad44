import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { cardOf, openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const { server, browser } = useBrowserSite('starter');

test('the picture of a project is taken off with the keyboard, and is gone from site and disk', async () => {
  const page = await openScreen(browser, server, '/admin/portfolio');
  const card = cardOf(page, 'Two lines and a mast');
  const source = await card.locator('img').getAttribute('src');
  await page.getByRole('button', { name: 'Edit Two lines and a mast' }).click();
  const button = page.getByRole('button', { name: 'Remove image' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Will be removed when you save.').waitFor();
  const back = page.getByRole('button', { name: 'Keep current image' });
  expect(await back.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Project' }).click();
  await page.getByText('Project saved').waitFor();
  await expect.poll(() => cardOf(page, 'Two lines and a mast').locator('img').count()).toBe(0);
  expect((await fetch(server.url + source)).status).toBe(404);
});
