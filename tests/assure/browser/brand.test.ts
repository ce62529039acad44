import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin, signInToApis } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0H90V30H0Z" fill="#f26a1b"/></svg>',
);

const both: ('light' | 'dark')[] = ['light', 'dark'];
const paths = ['/', '/services', '/contact', '/nowhere', '/admin/login'];
// The short form alternates the themes.
const coloured = paths.map((path, at) => [path, chooseByForm(both, [both[at % 2]!])] as const);

test('an admin chooses a colour and a logo in the panel, and every page has them at once', async () => {
  const page = await openScreen(browser, server, '/admin/settings/brand');
  await page.getByLabel('Your colour', { exact: true }).fill('#f26a1b');
  await page.getByText('Links are #a14000 on the light page').waitFor();
  await page.getByLabel('Corners', { exact: true }).selectOption('Square');
  const upload = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose logo', exact: true }).click();
  await (await upload).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo });
  await page.getByAltText('Logo, on a light background').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Brand' }).click();
  await page.getByText('Saved. Visitors see it now.').waitFor();
  // The panel has the new colour and the new logo without a reload.
  const panelFill = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--fill'));
  await expect.poll(panelFill).toBe('#f26a1b');
  await page.locator('[role=img][aria-label="Atrium"] img').first().waitFor({ state: 'attached' });
  await page.context().close();

  const visitor = await browser.visit('about:blank', { reducedMotion: 'reduce' });
  const fill = () => getComputedStyle(document.documentElement).getPropertyValue('--fill');
  for (const [path, themes] of coloured) {
    await visitor.goto(server.url + path);
    expect(await visitor.evaluate(fill), path).toBe('#f26a1b');
    await visitor.getByRole('img', { name: 'Atrium' }).first().waitFor();
    for (const colorScheme of themes) {
      await visitor.emulateMedia({ colorScheme });
      await expectAccessible(visitor);
    }
  }
});

/** Returns how far the parts of the page have moved since it began to load, as the browser measures it. */
function shiftOf(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
      resolve(shifts.reduce((sum, { value }) => sum + value, 0));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
  });
}

test('a page loads the chosen font for headings alone, and nothing moves when it arrives', async () => {
  const { trpc } = await signInToApis(server);
  const fonts = {
    fraunces: 'Fraunces',
    'source-serif-4': 'Source Serif 4',
    'space-grotesk': 'Space Grotesk',
    inter: 'Inter Variable',
  };
  const tried = Object.entries(fonts);
  for (const [heading_font, family] of chooseByForm(tried, tried.slice(2))) {
    await trpc.settings.update.mutate({ group: 'brand', value: { heading_font } });
    const page = await browser.visit(`${server.url}/services`);
    await page.evaluate(() => document.fonts.ready);
    const used = await page.evaluate(() => ({
      family: getComputedStyle(document.querySelector('h1')!).fontFamily,
      files: performance.getEntriesByType('resource').flatMap(({ name }) => /[\w-]+\.woff2/.exec(name) ?? []),
    }));
    expect(used.family).toContain(family);
    const others = used.files.filter((file) => !file.startsWith('inter-'));
    expect(
      others.every((file) => file.startsWith(`${heading_font}-latin`)),
      others.join(),
    ).toBe(true);
    expect(others.length).toBe(heading_font === 'inter' ? 0 : 1);
    expect(await page.evaluate(shiftOf), heading_font).toBeLessThan(0.02);
    if (process.env.FONT_SHOTS)
      await page.screenshot({ path: `${process.env.FONT_SHOTS}/${heading_font}.png` });
    await page.context().close();
  }
});

test('the colours of a page do not change while it loads', async () => {
  const send = (method: string, path: string, body: object, token = '') =>
    fetch(`${server.url}/api/admin/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    }).then((answer) => answer.json());
  const { token } = await send('POST', 'login', admin);
  await send('PUT', 'settings/brand', { value: { accent: '#6b2fd6' } }, token);
  const page = await browser.visit('about:blank');
  await page.goto(server.url);
  // The style sheet of the look is in the head of the document, so the first paint waits for it. The load
  // event can come before the first frame.
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
  const [paint, sheet] = await page.evaluate(() => [
    performance.getEntriesByName('first-paint')[0]!.startTime,
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find(({ name }) =>
      name.endsWith('/site.css'),
    )!.responseEnd,
  ]);
  expect(paint).toBeGreaterThanOrEqual(sheet!);
  await page.context().close();
});
