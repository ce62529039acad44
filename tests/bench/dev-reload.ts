import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { startDevServer } from '../support/dev-server.ts';

// Measures how long a change of a source file takes to appear in an open browser: `node src/launch.js
// tests/bench/dev-reload.ts`. At the end, prints the messages of the terminal and of the browser's console.

const rounds = 5;
const longest = 30_000;
/** A page receives changes only after it has connected to Vite. */
const pauseMs = 1000;

const startedAt = performance.now();
const server = await startDevServer();
const browser = await launchChromium();
const complaints: string[] = [];
/** Whether a source file is broken on purpose. The browser may then report errors. */
let isBroken = false;
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    if (!isBroken && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const home = await context.newPage();
  await home.goto(server.url);
  tell('start, until the home page is shown', [performance.now() - startedAt]);
  const panel = await context.newPage();
  const openedAt = performance.now();
  await panel.goto(`${server.url}/admin/login`);
  await seen(panel, 'Enter your credentials');
  tell('first opening of the panel', [performance.now() - openedAt]);
  await panel.evaluate('globalThis.isSamePage = true');

  const health = 'src/http/server/monitoring.ts';
  await measure('server', health, "'alive'", (round) => `'alive ${round}'`, answered);
  const words = (page: Page) => (to: string) => seen(page, to);
  await measure(
    'server, in a page',
    'src/shared/settings/default-texts/sample-company.json',
    'IT with daylight in it',
    round('Tagline'),
    words(home),
  );
  await measure(
    'public page',
    'client/site/layout/site-layout.tsx',
    'Skip to content',
    round('Skip'),
    words(home),
  );
  await measure(
    'style of a page',
    'client/site/home/hero.css',
    'overflow: clip',
    round('--round: style'),
    styled(home, '.hero'),
  );
  await measure(
    'panel',
    'client/admin/auth/login-page.tsx',
    'Enter your credentials',
    round('Enter'),
    words(panel),
  );
  await measure(
    'style of the panel',
    'client/admin/app/admin.css',
    'body {',
    (n) => `body { --round: style ${n};`,
    styled(panel, 'body'),
  );
  tell(`the panel was never loaded again: ${await panel.evaluate('globalThis.isSamePage === true')}`, []);

  isBroken = true;
  await breakAndRepair(
    'server',
    health,
    () => answered('The terminal says why'),
    () => answered("'alive'"),
  );
  await breakAndRepair(
    'public page',
    'client/site/home/hero.tsx',
    () => seen(home, 'The page cannot be loaded'),
    () => seen(home, 'See what we do'),
  );
  const overlay = panel.locator('vite-error-overlay');
  await breakAndRepair(
    'panel',
    'client/admin/auth/login-page.tsx',
    () => overlay.waitFor({ state: 'attached', timeout: longest }),
    () => overlay.waitFor({ state: 'detached', timeout: longest }),
  );
} finally {
  await browser.close();
  const lines = server
    .output()
    .split('\n')
    .filter((line) => !line.startsWith('{"level":30'));
  await server.remove();
  console.log(`console of the browser: ${JSON.stringify(complaints)}`);
  console.log(`terminal, without the lines of requests:\n${lines.join('\n')}`);
}

/**
 * Changes a file several times, and measures the time until `shown` resolves. `shown` receives the new text.
 */
async function measure(
  name: string,
  path: string,
  from: string,
  to: (round: number) => string,
  shown: (text: string) => Promise<unknown>,
): Promise<void> {
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await wait(pauseMs);
    await server.change(path, from, to(round));
    times.push(await took(() => shown(to(round))));
  }
  await wait(pauseMs);
  await server.restore(path);
  await shown(from);
  tell(name, times);
}

async function breakAndRepair(
  name: string,
  path: string,
  broken: () => Promise<unknown>,
  repaired: () => Promise<unknown>,
): Promise<void> {
  const [breaks, repairs]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    await wait(pauseMs);
    await server.change(path, 'return', 'return ((');
    breaks.push(await took(broken));
    await wait(pauseMs);
    await server.restore(path);
    repairs.push(await took(repaired));
  }
  tell(`syntax error, ${name}`, breaks);
  tell(`its repair, ${name}`, repairs);
}

async function took(act: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

function round(text: string): (round: number) => string {
  return (number) => `${text} ${number}`;
}

function seen(page: Page, text: string): Promise<void> {
  return page.getByText(text).first().waitFor({ timeout: longest });
}

/**
 * Returns a function that waits until the property `--round` of an element has the value in the text. Without
 * a value in the text, it waits until the property is empty.
 */
function styled(page: Page, selector: string) {
  return async (text: string) => {
    const value = /--round: (style \d+)/.exec(text)?.[1] ?? '';
    await page.waitForFunction(
      ([where, expected]) =>
        getComputedStyle(document.querySelector(where as string) as Element).getPropertyValue('--round') ===
        expected,
      [selector, value],
      { timeout: longest, polling: 10 },
    );
  };
}

async function answered(text: string): Promise<void> {
  const expected = text.replaceAll("'", '"');
  for (const until = performance.now() + longest; performance.now() < until; ) {
    const answer = await fetch(`${server.url}/healthz`).catch(() => undefined);
    if ((await answer?.text())?.includes(expected)) return;
  }
  throw new Error(`never answered: ${text}`);
}

function tell(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b).map((time) => `${(time / 1000).toFixed(2)} s`);
  const middle = sorted[Math.floor(sorted.length / 2)];
  console.log(
    [name, middle, sorted.length > 1 ? `at most ${sorted.at(-1)}` : undefined].filter(Boolean).join(': '),
  );
}
