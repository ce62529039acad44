import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openRealBrowser, type RealBrowser, signIn } from '../support/real-browser.ts';
import { admin, type RunningServer, removeData, startServer } from '../support/running-server.ts';

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

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0H90V30H0Z" fill="#f26a1b"/></svg>',
);

test('an admin chooses a colour and a logo in the panel, and every page has them at once', async () => {
  const page = await browser.visit(`${server.url}/admin/login`);
  await signIn(page, server);
  await page.goto(`${server.url}/admin/settings/brand`);
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
  await page.context().close();

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const path of ['/', '/services', '/contact', '/nowhere', '/admin/login']) {
      const visitor = await browser.visit(server.url + path, { colorScheme, reducedMotion: 'reduce' });
      const fill = () => getComputedStyle(document.documentElement).getPropertyValue('--fill');
      expect(await visitor.evaluate(fill), path).toBe('#f26a1b');
      await visitor.locator('img[alt="Atrium"]').first().waitFor();
      await expectAccessible(visitor);
      await visitor.context().close();
    }
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
