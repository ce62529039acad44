import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../support/real-browser.ts';
import { signInToApis, type RunningServer, removeData } from '../support/running-server.ts';
import { startStarterServer } from '../support/starter-server.ts';

let server: RunningServer;
let browser: RealBrowser;
let choose: (language: string) => Promise<unknown>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startStarterServer(), openRealBrowser()]);
  const { trpc } = await signInToApis(server);
  choose = (language) => trpc.settings.update.mutate({ group: 'region', value: { language } });
  await choose('de');
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

/** Runs in the page. Returns what is beyond the right edge, and the labels whose words are broken over two lines. */
function misplaced(): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>('header *, main *, footer *')].filter(
    (element) =>
      element.checkVisibility() && !element.closest('pre, .hero-drawing, .visually-hidden, .site-form-trap'),
  );
  const beyond = shown.filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
  const labels = shown.filter((element) => element.matches('.site-nav a, .menu-button, .site-contact'));
  const broken = labels.filter((element) => element.getBoundingClientRect().height > 60);
  return [...beyond, ...broken].map((element) => element.outerHTML.slice(0, 90));
}

const paths = ['/', '/services', '/contact', '/quotations', '/blog', '/career', '/privacy', '/nothing'];

test.each(['de', 'fr', 'es', 'tr'])(
  'labels of %s fit at every width',
  { timeout: 120_000 },
  async (language) => {
    await choose(language);
    const page = await browser.visit('about:blank');
    for (const path of language === 'de' ? paths : ['/', '/quotations']) {
      await page.goto(server.url + path);
      for (const width of [320, 390, 1088, 1280, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await page.evaluate(misplaced), `${path} at ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      }
    }
    await page.context().close();
  },
);

test('the menu, a refused form and a lost connection speak German, and all is accessible', async () => {
  await choose('de');
  const page = await browser.visit(`${server.url}/contact`, { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Menü' }).click();
  await page.getByRole('dialog', { name: 'Menü' }).getByRole('button', { name: 'Schließen' }).click();
  // Loads the page again, which ends the pages that the browser renders ahead while the menu is open. With some of
  // them, Chromium's headless shell ends when a form is sent.
  await page.reload();
  await page.getByLabel('E-Mail').fill('ada');
  const send = page.getByRole('button', { name: 'Nachricht senden' });
  await send.click();
  await page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.').waitFor();
  await page.getByText('Bitte füllen Sie dieses Feld aus.').first().waitFor();
  await expectAccessible(page);
  await page.route('**/contact', (route) => route.abort());
  await send.click();
  await page.getByRole('alert').getByText('Der Server ist nicht erreichbar.').waitFor();
  await page.unroute('**/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-Mail').fill('ada@example.com');
  await page.getByLabel('Betreff').fill('Türen');
  await page.getByLabel('Nachricht').fill('Wie viel kostet eine?');
  await send.click();
  await page.getByRole('status').getByText('Vielen Dank. Ihre Nachricht wurde gesendet.').waitFor();
  await page.goto(`${server.url}/gallery`);
  await page.locator('.gallery a').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Nächstes Bild' }).click();
  await page
    .getByRole('dialog')
    .getByText(/(^| )2 von \d+/)
    .waitFor();
  await page.context().close();
});
