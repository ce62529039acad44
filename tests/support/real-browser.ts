import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { admin, type RunningServer } from './running-server.ts';

/** A real browser for one test file. */
export interface RealBrowser {
  /** A page of a fresh visitor. What its console complains of fails the test at `close`. */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Opens a browser; `more` are further arguments for it, `without` are arguments of Playwright's own that it is started without. */
export async function openRealBrowser(more: string[] = [], without: string[] = []): Promise<RealBrowser> {
  const browser = await launchChromium(more, without);
  const complaints: string[] = [];
  return {
    visit: async (url, options) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      watch(context, complaints);
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    close: async () => {
      await browser.close();
      expect(complaints).toEqual([]);
    },
  };
}

function watch(context: BrowserContext, complaints: string[]): void {
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    // A refused save is told to the person; the browser's own line about the status says nothing new.
    const isStatusLine = message.text().startsWith('Failed to load resource');
    // On plain http under another name than localhost the browser leaves this header out, and says so.
    const isHttpsHint = /^The Cross-Origin-Opener-Policy header has been ignored/.test(message.text());
    if (message.type() === 'error' && !isStatusLine && !isHttpsHint) complaints.push(message.text());
  });
}

/** Signs the first admin in through the screen. */
export async function signIn(page: Page, { url }: RunningServer): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin/dashboard');
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Fails with what axe finds on the page as it stands, or on a part of it, of any severity, by all rules or by those named. */
export async function expectAccessible(page: Page, rules?: string[], part = 'html'): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.evaluate(await readFile(axePath, 'utf8'));
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const findings = await page.evaluate(
    async ([told, selector]) => {
      // Pages fade in; axe would read the contrast of a moment nobody sees.
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
      // biome-ignore lint/suspicious/noExplicitAny: axe is put into the page as a script and has no types there
      const { violations } = await (globalThis as any).axe.run(document.querySelector(selector), told);
      return violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`,
      );
    },
    [options, part] as const,
  );
  expect(findings, page.url()).toEqual([]);
}
