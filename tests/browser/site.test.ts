import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { findSkippedHeadings, findSmallTargets } from '../support/page-checks.ts';
import { publicPages } from '../support/public-pages.ts';
import { expectAccessible } from '../support/real-browser.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
/** What 1280 px become at 400 % zoom. */
const narrowest = { width: 320, height: 640 };
/** After so long the view is brought back to the top; the pages' timers of this length wait until a test lets them run. */
const second = 1000;

let pages: string[];
const { server, browser } = useBrowserSite('starter');
beforeAll(async () => {
  pages = [...Object.values(await publicPages(server)), '/nothing-here', '/blog?search=zzz'];
});

type Motion = 'reduce' | 'no-preference';

/** What the page did, noted from its first moment; each document begins anew. */
interface Noted {
  /** Whether it faded in. */
  hasTransition: boolean | undefined;
  scrolls: unknown[];
  /** What waits for the second to pass. */
  waiting: Map<number, () => void>;
}

async function open(path: string, reducedMotion: Motion, viewport = desktop): Promise<Page> {
  const page = await browser.visit('about:blank', { viewport, reducedMotion });
  await page.addInitScript((held) => {
    const noted: Noted = { hasTransition: undefined, scrolls: [], waiting: new Map() };
    Object.assign(window, { noted });
    addEventListener('pagereveal', ({ viewTransition }) => {
      noted.hasTransition = viewTransition !== null;
    });
    const scrollTo = window.scrollTo.bind(window) as (...position: unknown[]) => void;
    window.scrollTo = (...position: unknown[]) => {
      noted.scrolls.push(position[0]);
      scrollTo(...position);
    };
    const { setTimeout, clearTimeout } = window;
    let lastHeld = 0;
    const hold = (run: () => void) => {
      lastHeld -= 1;
      noted.waiting.set(lastHeld, run);
      return lastHeld;
    };
    Object.assign(window, {
      setTimeout: (run: () => void, after?: number) => (after === held ? hold(run) : setTimeout(run, after)),
      clearTimeout: (id: number) => noted.waiting.delete(id) || clearTimeout(id),
    });
  }, second);
  await page.goto(server.url + path);
  await scriptRuns(page);
  return page;
}

/** Waits for the last thing that the page's script does when it starts. */
const scriptRuns = (page: Page) => page.locator(':root[data-enhanced]').waitFor();

const secondPasses = (page: Page) =>
  page.evaluate(() => {
    for (const run of (window as unknown as { noted: Noted }).noted.waiting.values()) run();
  });
const noted = (page: Page) => page.evaluate(() => (window as unknown as { noted: Noted }).noted);
/** Scrolls, and lets the page hear of it: two scrolls within one frame would be one to it. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(async (y) => {
    document.documentElement.scrollTo({ top: y, behavior: 'instant' });
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  }, top);
const stands = (page: Page, top: number) => page.waitForFunction((y) => Math.abs(scrollY - y) < 2, top);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Waits until the bar is where it belongs; it takes its time unless less motion is asked for. */
const barIs = (page: Page, position: 'in sight' | 'out of sight') =>
  page.waitForFunction((wanted) => {
    const { top, bottom } = document.querySelector('header')!.getBoundingClientRect();
    return wanted === 'in sight' ? top === 0 : bottom <= 0;
  }, position);

describe.each<Motion>(['no-preference', 'reduce'])('with the wish for motion %s', (motion) => {
  const isStill = motion === 'reduce';

  test.skipIf(isShortForm)(
    'the top bar hides below 50 px on the way down and shows on the way up',
    async () => {
      const page = await open('/blog', motion);
      await scrollTo(page, 50);
      await barIs(page, 'in sight');
      await scrollTo(page, 60);
      await barIs(page, 'out of sight');
      await scrollTo(page, 900);
      await barIs(page, 'out of sight');
      await scrollTo(page, 880);
      await barIs(page, 'in sight');
      await scrollTo(page, 1200);
      await barIs(page, 'out of sight');
      // What has the focus is never hidden.
      await page.getByRole('link', { name: 'Services' }).first().focus();
      await barIs(page, 'in sight');
      const duration = await page
        .locator('header')
        .evaluate((bar) => getComputedStyle(bar).transitionDuration);
      expect(Number.parseFloat(duration) > 0).toBe(!isStill);
      await page.context().close();
    },
  );

  test.skipIf(isShortForm && isStill)(
    'the menu on a phone slides in, locks the page, keeps the focus, and closes on Escape',
    async () => {
      const page = await open('/about', motion, phone);
      const button = page.getByRole('button', { name: 'Menu' });
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await button.click();
      await menu.waitFor();
      const moves = await menu.evaluate((sheet) => getComputedStyle(sheet).transitionProperty);
      expect(moves.includes('translate')).toBe(!isStill);

      await page.mouse.move(60, 400);
      await page.mouse.wheel(0, 600);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await page.evaluate(() => scrollY)).toBe(0);

      const stops = await menu.locator('a, button').count();
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      const first = await focused();
      for (let step = 0; step < stops; step += 1) {
        expect(await menu.evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true);
        await page.keyboard.press('Tab');
      }
      expect(await focused()).toBe(first);
      await page.keyboard.press('Shift+Tab');
      expect(await menu.evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true);

      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      expect(await focused()).toBe('Menu');
      await page.mouse.wheel(0, 600);
      await page.waitForFunction(() => scrollY > 0);

      await scrollTo(page, 0);
      await button.click();
      await menu.getByRole('link', { name: 'Team' }).click();
      await heading(page, 'Team').waitFor();
      await menu.waitFor({ state: 'hidden' });
      await page.context().close();
    },
  );

  test.skipIf(isShortForm)('pages fade into each other, unless less motion is asked for', async () => {
    const page = await open('/', motion);
    await page.getByRole('link', { name: 'About', exact: true }).first().click();
    await heading(page, /About/).waitFor();
    await page.waitForFunction(
      () => (window as unknown as { noted: Noted }).noted.hasTransition !== undefined,
    );
    expect((await noted(page)).hasTransition).toBe(!isStill);
    // The style for browsers without transitions hides `main` at first, so this one must not apply it as well.
    const animation = await page.locator('main').evaluate((main) => getComputedStyle(main).animationName);
    expect(animation).toBe('none');
    await page.context().close();
  });

  test.skipIf(isShortForm)(
    'a second after a navigation the view is at the top, whatever moved it meanwhile',
    async () => {
      const page = await open('/blog', motion);
      await scrollTo(page, 900);
      await page.getByRole('link', { name: 'Team' }).first().click();
      await heading(page, 'Team').waitFor();
      await scriptRuns(page);
      await stands(page, 0);
      await scrollTo(page, 400);
      await secondPasses(page);
      await stands(page, 0);
      const last = (await noted(page)).scrolls.at(-1);
      expect(last).toEqual({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
      await page.context().close();
    },
  );
});

test.skipIf(isShortForm)('who has begun to read is left where he is', async () => {
  const page = await open('/blog', 'no-preference');
  await page.getByRole('link', { name: 'Team' }).first().click();
  await heading(page, 'Team').waitFor();
  await scriptRuns(page);
  // Chromium scrolls by the wheel only after it has painted the new page.
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });
  await page.mouse.wheel(0, 500);
  await stands(page, 500);
  await secondPasses(page);
  await stands(page, 500);
  await page.context().close();
});

test.skipIf(isShortForm)('going back leads to where the page was left', async () => {
  const page = await open('/blog', 'no-preference');
  await scrollTo(page, 900);
  await barIs(page, 'out of sight');
  // On the way up, so that the bar with the link is there.
  await scrollTo(page, 800);
  await barIs(page, 'in sight');
  const bar = page.getByRole('navigation', { name: 'Main' });
  // A real click may scroll on its own to reach the link.
  await bar.getByRole('link', { name: 'Careers' }).dispatchEvent('click');
  await heading(page, 'Careers').waitFor();
  await stands(page, 0);
  await page.goBack();
  await heading(page, 'Blog').waitFor();
  await stands(page, 800);
  await scriptRuns(page);
  await secondPasses(page);
  await stands(page, 800);
  await page.context().close();
});

test.skipIf(isShortForm)('a link to a heading leads there, and going back returns', async () => {
  const page = await open('/blog/1', 'no-preference');
  const link = page.getByRole('navigation', { name: 'In this post' }).getByRole('link').nth(1);
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  const id = (await link.getAttribute('href'))!.slice(1);
  const isThere = () =>
    page.waitForFunction((id) => {
      const { top } = document.getElementById(id)!.getBoundingClientRect();
      return top >= 0 && top < 120;
    }, id);
  await link.click();
  await isThere();
  await secondPasses(page);
  await isThere();
  await page.goBack();
  await stands(page, before);
  await page.goForward();
  await isThere();
  await page.context().close();
});

test.skipIf(isShortForm)(
  'a link to a service opens its row, and the first row is open otherwise',
  async () => {
    const page = await open('/services', 'no-preference');
    const opened = () => page.locator('.service[open] h2').allTextContents();
    expect(await opened()).toEqual(['IT Support']);
    await page.goto(`${server.url}/services#cloud-solutions`);
    await expect.poll(opened).toEqual(['Cloud Solutions']);
    await page.waitForFunction(() => {
      const { top } = document.querySelector('.service[open] h2')!.getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2;
    });
    // Without a script, rows open too, and one closes the other.
    await page.getByRole('heading', { name: 'Web Development' }).click();
    expect(await opened()).toEqual(['Web Development']);
    await page.context().close();
  },
);

test('the gallery shows the original picture, and the keyboard leads through all of them', async () => {
  const page = await open('/gallery', 'reduce');
  const links = page.getByRole('region', { name: 'Pictures', exact: true }).getByRole('link');
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  const viewer = page.getByRole('dialog', { name: 'Picture' });
  const shown = viewer.locator('img');
  await links.first().focus();
  await page.keyboard.press('Enter');
  await viewer.waitFor();
  expect(await shown.getAttribute('src')).toBe(server.url + paths[0]);
  expect(await shown.getAttribute('alt')).toBe(await links.first().locator('img').getAttribute('alt'));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((src) => document.querySelector(`dialog img[src$="${src}"]`), paths[1]!);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((src) => document.querySelector(`dialog img[src$="${src}"]`), paths.at(-1)!);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(paths[0]);
  await page.context().close();
});

const looks: [string, typeof phone, 'light' | 'dark'][] = [
  ['a phone in light', phone, 'light'],
  ['a desktop in dark', desktop, 'dark'],
  ['a phone in dark', phone, 'dark'],
  ['a desktop in light', desktop, 'light'],
];
// In the gate two looks take turns on the kinds of pages, because few rules depend on both the page and the look.
const looksInGate = looks.slice(0, 2);
const kindsOfPages = /^\/(?:|contact|gallery|blog\/\d+|portfolio|blog\?search=zzz)$/;
test.each(chooseByForm(looks, looksInGate))(
  'axe finds nothing on the pages, on %s',
  async (name, viewport, colorScheme) => {
    const page = await browser.visit('about:blank', { viewport, colorScheme, reducedMotion: 'reduce' });
    const turn = looksInGate.findIndex(([each]) => each === name);
    const ofGate = pages.filter((path) => kindsOfPages.test(path));
    for (const path of chooseByForm(
      pages,
      ofGate.filter((_, at) => at % looksInGate.length === turn),
    )) {
      await page.goto(server.url + path);
      await expectAccessible(page);
    }
  },
);

test('every page is read without JavaScript, has one first heading, and fits 320 px', async () => {
  const page = await browser.visit('about:blank', { viewport: narrowest, javaScriptEnabled: false });
  for (const path of chooseByForm(pages, ['/', '/services'])) {
    await page.goto(server.url + path);
    expect(await page.locator('h1').count(), path).toBe(1);
    expect(await page.locator('h1').isVisible(), path).toBe(true);
    expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(60);
    expect(await findSkippedHeadings(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(narrowest.width);
    // Without the script the menu is the one at the end of the page.
    expect(await page.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe('#footer-navigation');
  }
});

test('what can be pressed is at least 44 px large, but for links within text', async () => {
  const page = await browser.visit('about:blank', { viewport: phone });
  for (const path of chooseByForm(pages, ['/', '/contact'])) {
    await page.goto(server.url + path);
    expect(await page.evaluate(findSmallTargets), path).toEqual([]);
  }
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

test('whatever the keyboard reaches on a page has a ring of at least 2 px', async () => {
  const page = await browser.visit(`${server.url}/contact`);
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
