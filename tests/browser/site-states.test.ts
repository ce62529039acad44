import { beforeAll, describe, expect, test } from 'vitest';
import { sitePaths } from '../../client/shared/site-paths.ts';
import { useBrowserSite } from '../support/browser-site.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { publicPages } from '../support/public-pages.ts';
import { expectAccessible } from '../support/real-browser.ts';

describe('a site without content', () => {
  const { server: empty, browser } = useBrowserSite();

  test.skipIf(isShortForm)(
    'no page speaks of what is not there, and each is accessible and fits',
    async () => {
      for (const width of [320, 1440]) {
        const page = await browser.visit('about:blank', { viewport: { width, height: 900 } });
        for (const path of Object.values(sitePaths)) {
          await page.goto(empty.url + path);
          await expectAccessible(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
          expect(await page.getByRole('main').innerText(), path).not.toMatch(/own hand|Choose one to see/);
        }
        await page.context().close();
      }
    },
    120_000,
  );
});

describe('a site with content', () => {
  const { server, browser } = useBrowserSite('starter');
  let pages: string[];
  beforeAll(async () => {
    pages = [...Object.values(await publicPages(server)), '/nothing-here'];
  });

  test.skipIf(isShortForm)(
    'a zoom of 400 % needs no scrolling in two directions, and covers nothing with the bar',
    async () => {
      // 1280 by 1024 pixels are so many at that zoom.
      const page = await browser.visit('about:blank', { viewport: { width: 320, height: 256 } });
      for (const path of pages) {
        await page.goto(server.url + path);
        const { width, widest, bar } = await page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          widest: Math.max(
            ...[...document.querySelectorAll('main *, footer *')]
              .filter((element) => element.checkVisibility())
              .filter(
                (element) => !element.closest('pre, .visually-hidden, .site-form-trap, [aria-hidden=true]'),
              )
              .map((element) => element.getBoundingClientRect().right),
          ),
          bar: document.querySelector('.site-header')!.getBoundingClientRect().height,
        }));
        expect(width, path).toBe(320);
        expect(widest, path).toBeLessThanOrEqual(321);
        expect(bar, path).toBeLessThan(256 / 3);
      }
      await page.context().close();
    },
  );

  test.skipIf(isShortForm)('the menu and the viewer of a zoomed page are reached to their ends', async () => {
    const page = await browser.visit(`${server.url}/gallery`, { viewport: { width: 320, height: 256 } });
    await page.getByRole('button', { name: 'Menu' }).click();
    const last = page.getByRole('dialog', { name: 'Menu' }).getByRole('link').last();
    await last.focus();
    const { bottom } = await last.evaluate((link) => link.getBoundingClientRect());
    expect(bottom).toBeLessThanOrEqual(256);
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Pictures' }).getByRole('link').first().click();
    const viewer = page.getByRole('dialog', { name: 'Picture' });
    await viewer.waitFor();
    for (const button of await viewer.getByRole('button').all()) {
      await button.focus();
      const box = await button.evaluate((each) => each.getBoundingClientRect().toJSON());
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(320);
      expect(box.bottom).toBeLessThanOrEqual(256);
    }
    await page.context().close();
  });

  test('on paper there is no menu and no button, the letters are dark, and links tell where they lead', async () => {
    const page = await browser.visit('about:blank', {
      colorScheme: 'dark',
      viewport: { width: 720, height: 1000 },
    });
    await page.emulateMedia({ media: 'print' });
    for (const path of chooseByForm(pages, pages.slice(0, 2))) {
      await page.goto(server.url + path);
      const shown = await page.evaluate(() => {
        const left = 'nav, search, button, .button, .menu-button, .skip-link';
        const visible = [...document.querySelectorAll<HTMLElement>(left)].filter(
          (element) => element.checkVisibility() && element.getBoundingClientRect().height > 1,
        );
        const { color } = getComputedStyle(document.querySelector('h1')!);
        const ground = getComputedStyle(document.documentElement).backgroundColor;
        return { visible: visible.map(({ outerHTML }) => outerHTML.slice(0, 90)), color, ground };
      });
      expect(shown.visible, path).toEqual([]);
      expect(shown.color, path).toMatch(/oklch\(0\.2|rgb\(0/);
      expect(shown.ground, path).toMatch(/rgb\(255, 255, 255\)|oklch\(1 /);
    }
    await page.goto(`${server.url}/privacy`);
    expect(await page.getByRole('main').innerText()).not.toBe('');
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('a[href^="http"]')]
        .filter((link) => link.checkVisibility())
        .map((link) => getComputedStyle(link, '::after').content),
    );
    for (const content of outside) expect(content).toContain('http');
    await page.context().close();
  });
});
