import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sitePaths } from '../../client/shared/site-paths.ts';
import { useBrowserSite } from '../support/browser-site.ts';
import { publicPages } from '../support/public-pages.ts';
import { expectAccessible } from '../support/real-browser.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('a site without content', () => {
  const { server: empty, browser } = useBrowserSite();

  test('no page speaks of what is not there, and each is accessible and fits', async () => {
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
  }, 120_000);
});

describe('a site with content', () => {
  const { server, browser } = useBrowserSite('starter');
  let pages: string[];
  beforeAll(async () => {
    pages = [...Object.values(await publicPages(server)), '/nothing-here'];
  });

  test('a zoom of 400 % needs no scrolling in two directions, and covers nothing with the bar', async () => {
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
  });

  test('the menu and the viewer of a zoomed page are reached to their ends', async () => {
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

  test('forms, filters, pager, search and pictures work without JavaScript', async () => {
    const page = await browser.visit(`${server.url}/blog`, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Next' }).click();
    expect(page.url()).toBe(`${server.url}/blog?page=2`);
    await page.getByLabel('Search the blog').fill('cloud');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(page.url()).toBe(`${server.url}/blog?search=cloud`);
    await page.getByRole('heading', { level: 2, name: /for “cloud”/ }).waitFor();

    await page.goto(`${server.url}/portfolio`);
    await page.getByRole('main').getByRole('link', { name: 'IT Support', exact: true }).click();
    expect(page.url()).toBe(`${server.url}/portfolio?category=IT+Support`);
    await page.locator('.project h3 a').first().click();
    expect(await page.locator('h1').innerText()).not.toBe('Portfolio');

    await page.goto(`${server.url}/gallery`);
    const picture = page.getByRole('region', { name: 'Pictures' }).getByRole('link').first();
    const address = await picture.getAttribute('href');
    const answer = await fetch(server.url + address);
    expect(answer.headers.get('content-type')).toMatch(/^image\//);

    for (const path of ['/contact', '/quotations', '/internship']) {
      await page.goto(server.url + path);
      const form = page.locator('main form');
      expect(await form.getAttribute('method')).toBe('post');
      expect(await form.getAttribute('action')).toBe(`${path}#site-form`);
      expect(await form.locator('[type=submit]').isEnabled()).toBe(true);
    }
  });

  test('what the pointer is on, and what has the focus, can be read in light and dark', async () => {
    const page = await browser.visit('about:blank', { viewport: desktop, reducedMotion: 'reduce' });
    const kinds = [
      ['/blog?category=Technology', '.chip[aria-current]', '.chip:not([aria-current])', '.post-card'],
      [
        '/',
        '.site-nav a',
        '.button-quiet',
        '.hero .button',
        '.onward',
        '.mission-band .onward',
        '.latest-others li',
      ],
      ['/contact', '.site-form .button', '.site-form .note a', '.footer-navigation a'],
      ['/gallery', '.gallery a'],
      ['/blog', '.pager li a'],
    ];
    for (const [path = '', ...targets] of kinds) {
      await page.goto(server.url + path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const target of targets) {
          const element = page.locator(target).first();
          await element.hover();
          await expectAccessible(page, ['color-contrast'], target);
          await element.focus();
          await expectAccessible(page, ['color-contrast'], target);
        }
      }
    }
    await page.context().close();
  }, 120_000);

  test('until the script has come, the menu is the one at the end of the page', async () => {
    const page = await browser.visit('about:blank', { viewport: phone });
    await page.route('**/entry-site-*.js', () => {});
    // The pending script holds up the load event, and the document may be read before its style sheet is there.
    await page.goto(`${server.url}/about`, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => document.styleSheets.length > 0);
    expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Menu' }).click();
    await page.waitForFunction(() => location.hash === '#footer-navigation');
    await page.context().close();
  });

  test('offline the browser itself says so, and the way back leads to the page', async () => {
    const page = await browser.visit(`${server.url}/about`);
    await page.context().setOffline(true);
    await expect(page.goto(`${server.url}/team`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(false);
    await page.goto(`${server.url}/team`);
    await heading(page, 'Team').waitFor();
    await page.context().close();
  });

  test('the menu’s pages are fetched ahead, and nothing is called for them', async () => {
    const page = await browser.visit('about:blank', { viewport: desktop });
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(server.url);
    await expect.poll(() => asked.includes('/api/test')).toBe(true);
    await page.locator(':root[data-loaded]').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
    await heading(page, 'Team').waitFor();
    const delivery = await page.evaluate(
      () =>
        (
          performance.getEntriesByType('navigation')[0] as PerformanceResourceTiming & {
            deliveryType: string;
          }
        ).deliveryType,
    );
    expect(['', 'navigational-prefetch']).toContain(delivery);
    expect(asked.filter((path) => path === '/api/test')).toHaveLength(1);
    await page.context().close();
  });
});
