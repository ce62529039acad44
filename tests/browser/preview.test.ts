import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openRealBrowser, type RealBrowser, signIn } from '../support/real-browser.ts';
import { type RunningServer, removeData, startServer } from '../support/running-server.ts';

let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openRealBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

/** Evaluates an expression about the frame's document from outside, because the frame runs no scripts. */
function ofFrame(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(
    `(() => { const frame = document.querySelector('iframe').contentDocument; return ${expression}; })()`,
  );
}

test('the page beside the form shows what is typed, before anything is saved', async () => {
  const page = await browser.visit(`${server.url}/admin/login`, {
    viewport: { width: 1680, height: 1000 },
    colorScheme: 'light',
  });
  await signIn(page, server);
  await page.goto(`${server.url}/admin/settings/pages`);
  const frame = page.frameLocator('iframe[title="The page with your changes"]');
  await frame.getByRole('heading', { level: 1 }).waitFor();

  await page.getByRole('heading', { name: 'About', exact: true }).click();
  await frame.getByRole('heading', { level: 1, name: 'About Atrium' }).waitFor();
  const title = page.locator('[data-section="about"]').getByLabel('Heading', { exact: true });
  await title.fill('Who we are');
  await frame.getByRole('heading', { level: 1, name: 'Who we are' }).waitFor();
  expect(await (await fetch(`${server.url}/about`)).text()).not.toContain('Who we are');

  const ink = () => ofFrame(page, 'getComputedStyle(frame.body).color');
  const lightInk = await ink();
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
  await expect.poll(ink).not.toBe(lightInk);
  await page.getByText('Phone', { exact: true }).click();
  await expect.poll(() => ofFrame(page, 'frame.documentElement.clientWidth <= 390')).toBe(true);

  await frame.getByRole('link', { name: 'Portfolio' }).last().click();
  await frame.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor();
  expect(page.url()).toContain('/admin/settings/pages');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Hide the preview' }).click();
  expect(await page.locator('iframe').count()).toBe(0);
  await page.context().close();
});

test('colours that are tried out are in the preview only', async () => {
  const page = await browser.visit(`${server.url}/admin/login`, { viewport: { width: 1680, height: 1000 } });
  await signIn(page, server);
  await page.goto(`${server.url}/admin/settings/brand`);
  const frame = page.frameLocator('iframe[title="The page with your changes"]');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('Your colour', { exact: true }).fill('#6b2fd6');
  const accent = () =>
    ofFrame(page, "getComputedStyle(frame.documentElement).getPropertyValue('--accent').trim()");
  await expect.poll(accent).toBe('#6b2fd6');
  const isDrawn = () => ofFrame(page, 'frame.querySelector(\'img[src^="/brand/"]\')?.naturalWidth > 0');
  await expect.poll(isDrawn).toBe(true);
  expect(await (await fetch(server.url)).text()).not.toContain('/brand/');
  await page.context().close();
});
