import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const { server, browser } = useBrowserSite();
const wide = { viewport: { width: 1680, height: 1000 } };

/** Evaluates an expression about the frame's document from outside, because the frame runs no scripts. */
function ofFrame(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(
    `(() => { const frame = document.querySelector('iframe').contentDocument; return ${expression}; })()`,
  );
}

test('the page beside the form shows what is typed, before anything is saved', async () => {
  const page = await openScreen(browser, server, '/admin/settings/pages', { ...wide, colorScheme: 'light' });
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

  await frame.getByRole('link', { name: 'Contact', exact: true }).last().click();
  await frame.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor();
  expect(page.url()).toContain('/admin/settings/pages');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Hide the preview' }).click();
  expect(await page.locator('iframe').count()).toBe(0);
  await page.context().close();
});

test('a value that is refused leaves the page as it was, and says why', async () => {
  const page = await openScreen(browser, server, '/admin/settings/company', wide);
  const frame = page.frameLocator('iframe[title="The page with your changes"]');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill('half@');
  await page.getByText(/^The preview cannot be updated: /).waitFor();
  expect(await frame.getByRole('heading', { level: 1 }).count()).toBe(1);
  await page.context().close();
});

test.skipIf(isShortForm)('colours that are tried out are in the preview only', async () => {
  const page = await openScreen(browser, server, '/admin/settings/brand', wide);
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

test.skipIf(isShortForm)(
  'a text that is clicked leads to its field, and the field shows where its text is',
  async () => {
    const page = await openScreen(browser, server, '/admin/settings/pages', wide);
    const frame = page.frameLocator('iframe[title="The page with your changes"]');
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-path]')?.getAttribute('data-path'));
    const outlined = () =>
      ofFrame(
        page,
        "[...frame.querySelectorAll('*')].filter(({ style }) => style.outline !== '').map(({ textContent }) => textContent).join()",
      );
    // The heading is a placeholder for the slogan.
    await frame.getByRole('heading', { level: 1, name: 'IT with daylight in it.' }).click();
    await expect.poll(focused).toBe('home.heading');
    await expect.poll(outlined).toBe('IT with daylight in it.');
    await frame.getByRole('link', { name: 'See what we do' }).click();
    await expect.poll(focused).toBe('home.services_button');
    await page.keyboard.press('End');
    await page.keyboard.type(' now');
    await frame.getByRole('link', { name: 'See what we do now' }).waitFor();
    await expect.poll(outlined).toBe('See what we do now');
    // Other links lead on.
    await frame.getByRole('link', { name: 'Contact', exact: true }).last().click();
    await frame.getByRole('heading', { level: 1, name: 'Contact us' }).click();
    await expect.poll(focused).toBe('contact.heading');

    await page.goto(`${server.url}/admin/settings/lists`);
    await page.getByLabel('Page', { exact: true }).selectOption('Services');
    // The frame listens once its page has loaded. The heading is there before its pictures.
    const service = frame.getByRole('heading', { name: 'System Migration' });
    await expect
      .poll(async () => {
        await service.click();
        return focused();
      })
      .toBe('services');
    const value = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    expect(await value()).toBe('System Migration');

    // The text of another group leads to the form of that group.
    await page.getByLabel('Page', { exact: true }).selectOption('Home');
    const heading = frame.getByRole('heading', { level: 1, name: 'IT with daylight in it.' });
    await expect
      .poll(async () => {
        await heading.click();
        return focused();
      })
      .toBe('tagline');
    expect(page.url()).toContain('/admin/settings/company#tagline');
    await page.context().close();
  },
);

test.skipIf(isShortForm)(
  'the screen of a page has the fields of every text on it, and one button saves them',
  async () => {
    const page = await openScreen(browser, server, '/admin/settings/page/home', {
      ...wide,
      reducedMotion: 'reduce',
    });
    const frame = page.frameLocator('iframe[title="The page with your changes"]');
    await frame.getByRole('heading', { level: 1 }).waitFor();
    const focused = () =>
      page.evaluate(() => {
        const place = (name: string) =>
          document.activeElement?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`);
        return [place('group'), place('path'), place('part')].join(' ');
      });
    const footer = frame.locator('footer');
    await frame.getByRole('heading', { name: 'Enhance Business Operations' }).click();
    await expect.poll(focused).toBe('lists highlights 0.title');
    await page.keyboard.press('End');
    await page.keyboard.type(' at night');
    await frame.getByRole('heading', { name: 'Enhance Business Operations at night' }).waitFor();
    await footer.getByText('+44 20 7946 0213').click();
    await expect.poll(focused).toBe('company phone ');
    await page.keyboard.press('End');
    await page.keyboard.type(' 77');
    await footer.getByText('+44 20 7946 0213 77').waitFor();
    await page.getByText('Unsaved: Lists, Company').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved. Visitors see it now.').waitFor();
    const html = await (await fetch(server.url)).text();
    expect(html).toContain('Enhance Business Operations at night');
    expect(html).toContain('+44 20 7946 0213 77');
    await page.context().close();
  },
);

test('a file that is dropped beside a field leaves the page as it is', async () => {
  const page = await openScreen(browser, server, '/admin/settings/brand', wide);
  const frame = page.frameLocator('iframe[title="The page with your changes"]');
  await frame.getByRole('heading', { level: 1 }).waitFor();
  const isTaken = (where: string) =>
    page.evaluate((inFrame) => {
      const target = inFrame ? document.querySelector('iframe')!.contentDocument!.body : document.body;
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'a.png', { type: 'image/png' }));
      return ['dragover', 'drop'].map((type) =>
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
      );
    }, where === 'frame');
  // The default of a drop is to open the file.
  expect(await isTaken('form')).toEqual([false, false]);
  // The frame listens once its page has loaded. The heading is there before its pictures.
  await expect.poll(() => isTaken('frame')).toEqual([false, false]);
  await page.context().close();
});

test.skipIf(isShortForm)('the group of search engines shows a result and a shared link', async () => {
  const page = await openScreen(browser, server, '/admin/settings/search', wide);
  const result = page.getByRole('region', { name: 'In search results' });
  await result.getByText('Atrium · IT with daylight in it.').waitFor();
  await page.getByLabel('Page', { exact: true }).selectOption('Contact');
  await result.getByText('Contact · Atrium').waitFor();
  await page.getByLabel('Title of pages', { exact: true }).fill('{page} | {name}');
  await result.getByText('Contact | Atrium').waitFor();
  await page.getByRole('region', { name: 'In shared links' }).getByText('Contact | Atrium').waitFor();
  await page.getByLabel('Hide the site from search engines').check();
  await result.getByText('Search engines are asked not to list this page.').waitFor();
  await expectAccessible(page);
  await page.context().close();
});
