import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { openScreen } from '../../support/panel-screens.ts';

const { server, browser } = useBrowserSite();

const namesIn = (list: Locator) => list.locator('summary').allTextContents();

/** Drags an entry onto another one with the mouse, and drops it unless the options say otherwise. */
async function drag(page: Page, list: Locator, from: number, to: number, isDropped = true): Promise<void> {
  const items = list.getByRole('listitem');
  await items.nth(from).locator('span[aria-hidden]').hover();
  await page.mouse.down();
  const { x, y, height } = (await items.nth(to).boundingBox())!;
  await page.mouse.move(x + 20, y + height / 2 + (to > from ? 4 : -4), { steps: 6 });
  if (isDropped) await page.mouse.up();
}

test.skipIf(isShortForm)(
  'entries of a list are ordered by dragging them, and Escape leaves the order',
  async () => {
    const page = await openScreen(browser, server, '/admin/settings/navigation');
    const list = page.getByRole('group', { name: 'Header' });
    await list.getByText('Home', { exact: true }).waitFor();
    const [home, about, services, portfolio, ...others] = await namesIn(list);
    await drag(page, list, 0, 2);
    expect(await namesIn(list)).toEqual([about, services, home, portfolio, ...others]);
    await page.getByText('Home moved to position 3 of 8').waitFor({ state: 'attached' });
    await drag(page, list, 3, 1);
    expect(await namesIn(list)).toEqual([about, portfolio, services, home, ...others]);
    await drag(page, list, 0, 2, false);
    await expect.poll(() => list.locator('[data-drag]').count()).toBe(2);
    const shots = process.env.DRAG_SHOTS;
    if (shots) await page.screenshot({ path: `${shots}/drag.png` });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await namesIn(list)).toEqual([about, portfolio, services, home, ...others]);
    expect(await list.locator('[data-drag]').count()).toBe(0);
    await page.getByRole('button', { name: 'Save Navigation' }).click();
    await page.getByText('Saved. Visitors see it now.').waitFor();
    const html = await (await fetch(server.url)).text();
    const menu = /<nav[^>]*class="site-nav".*?<\/nav>/s.exec(html)?.[0] ?? html;
    expect(menu.indexOf('>Portfolio<')).toBeLessThan(menu.indexOf('>Services<'));
    await page.context().close();
  },
);

test('a finger orders the sections of a page', async () => {
  const page = await openScreen(browser, server, '/admin/settings/pages#home.sections', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const list = page.getByRole('group', { name: 'Sections' }).first();
  await list.getByText('Highlights').waitFor();
  const names = () => list.getByRole('listitem').allTextContents();
  const before = await names();
  const places = await list
    .locator('span[aria-hidden]')
    .evaluateAll((handles) =>
      handles.map((handle) => handle.getBoundingClientRect()).map(({ x, y }) => ({ x: x + 12, y: y + 12 })),
    );
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  const [first, , third] = places;
  await touch('touchStart', first);
  for (const share of [0.3, 0.6, 1])
    await touch('touchMove', { x: first!.x, y: first!.y + (third!.y - first!.y + 16) * share });
  await touch('touchEnd');
  await expect.poll(names).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
  await page.context().close();
});

test('the services are ordered by keyboard', async () => {
  const page = await openScreen(browser, server, '/admin/settings/lists');
  const list = page.getByRole('group', { name: 'Services', exact: true });
  await list.getByRole('listitem').first().waitFor();
  const [first, second, ...others] = await namesIn(list);
  await list.getByRole('button', { name: `Move ${first} down` }).press('Enter');
  await expect.poll(() => namesIn(list)).toEqual([second, first, ...others]);
  await page.getByText(`${first} moved to position 2 of ${others.length + 2}`).waitFor({ state: 'attached' });
  // The focus stays on the button, so that the next press moves the entry on.
  await page.keyboard.press('Enter');
  await expect.poll(() => namesIn(list)).toEqual([second, others[0], first, ...others.slice(1)]);
  await page.keyboard.press('Control+S');
  await page.getByText('Saved. Visitors see it now.').waitFor();
  const html = await (await fetch(`${server.url}/services`)).text();
  const main = html.slice(html.indexOf('<main'));
  expect(main.indexOf(`>${second}<`)).toBeGreaterThan(-1);
  expect(main.indexOf(`>${second}<`)).toBeLessThan(main.indexOf(`>${first}<`));
  await page.context().close();
});
