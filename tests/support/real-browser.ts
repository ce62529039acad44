import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { findTestPackage } from './test-packages.ts';
import { waitLimitMs } from './wait-limit.ts';
import { admin, type RunningServer } from './running-server.ts';

export interface RealBrowser {
  /**
   * Opens a page in a new browser context, as a new visitor would. `close` fails the test if the console
   * showed an error.
   */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Returns and forgets the errors in the consoles so far. These errors no longer make `close` fail. */
  takeErrors(): string[];
  close(): Promise<void>;
}

// The browser with the default arguments. All test files of a worker share this browser, which ends with the
// worker.
let shared: Promise<Browser> | undefined;

/** Opens a browser. `more` adds arguments, and `without` removes some of Playwright's own arguments. */
export async function openRealBrowser(more: string[] = [], without: string[] = []): Promise<RealBrowser> {
  const isShared = more.length + without.length === 0;
  if (isShared) shared ??= launchChromium();
  const browser = await (isShared && shared ? shared : launchChromium(more, without));
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  return {
    visit: async (url, options) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(waitLimitMs);
      contexts.push(context);
      watch(context, complaints);
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    takeErrors: () => complaints.splice(0),
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
      if (!isShared) await browser.close();
      expect(complaints).toEqual([]);
    },
  };
}

function watch(context: BrowserContext, complaints: string[]): void {
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    // The page itself shows that a request has failed, so the browser's line about the status adds nothing.
    const isStatusLine = message.text().startsWith('Failed to load resource');
    // The browser logs that it ignores this header, unless the page uses HTTPS or is on localhost.
    const isHttpsHint = /^The Cross-Origin-Opener-Policy header has been ignored/.test(message.text());
    if (message.type() === 'error' && !isStatusLine && !isHttpsHint) complaints.push(message.text());
  });
}

export async function signIn(page: Page, { url }: RunningServer): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin/dashboard');
}

/**
 * Fails when axe finds a problem in `part`, which is by default the whole page. `rules` lists the rules to
 * check. By default, all rules are checked.
 */
export async function expectAccessible(page: Page, rules?: string[], part = 'html'): Promise<void> {
  await page.locator('h1').first().waitFor();
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(await readFile(await findTestPackage('axe-core/axe.min.js'), 'utf8'));
  const options = {
    resultTypes: ['violations'],
    // Off, because the failure message contains the HTML of the elements instead.
    selectors: false,
    // By default, axe waits half a second for an answer from each frame, although axe is not loaded in
    // frames.
    iframes: false,
    ...(rules && { runOnly: rules }),
  };
  const findings = await page.evaluate(
    async ([told, selector]) => {
      // Pages fade in. During the animation, axe would report a contrast that no user sees. The loop requests
      // frames, because Chromium may otherwise stop drawing, and the animation would not end.
      const isRunning = ({ playState, timeline }: Animation) =>
        // Animations that follow the scrolling never end, so the loop does not wait for them.
        playState === 'running' && timeline instanceof DocumentTimeline;
      while (document.getAnimations().some(isRunning)) await new Promise(requestAnimationFrame);
      // biome-ignore lint/suspicious/noExplicitAny: axe is added to the page as a script and has no types there
      const { violations } = await (globalThis as any).axe.run(document.querySelector(selector), told);
      return violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`,
      );
    },
    [options, part] as const,
  );
  expect(findings, page.url()).toEqual([]);
}
