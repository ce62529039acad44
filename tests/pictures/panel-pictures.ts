import { mkdir, readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { findTestPackage } from '../support/test-packages.ts';
import {
  admin,
  signInToApis,
  type RunningServer,
  removeData,
  startServer,
} from '../support/running-server.ts';
import { addHostileRows, readOnlyUser } from './hostile-rows.ts';
import { type OpenSite, picturedScreens, type PicturedScreen, type ScreenState } from './pictured-screens.ts';

const looks = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844 },
] as const;
type Look = (typeof looks)[number];

/**
 * Calls that the frame around every screen makes. The server always answers them, even when the calls of the
 * screen itself fail or get no answer.
 */
const frameCalls =
  /inbox\.state|panel\.live|presence|workingCopies|onboarding\.state|site\.settings|auth\.user/;
/**
 * How long each state is shown before the screenshot. `late` exceeds the delay before a placeholder appears,
 * and `failing` exceeds the time of the one retry of a call.
 */
const settleMs = { full: 250, empty: 250, late: 500, failing: 1500 };
const maxHeight = 2600;

const axe = await readFile(await findTestPackage('axe-core/axe.min.js'), 'utf8');

/**
 * Takes screenshots of every screen of the panel in each of its states, at two widths, in the light and in
 * the dark theme. Stores them in `folder`. Returns the problems: findings of axe, content beyond the edge of
 * the window, and screens that could not be opened. `only` is a regular expression for the names of the
 * screens.
 * @throws {Error} when no name matches `only`
 */
export async function takePanelPictures(folder: string, only = ''): Promise<string[]> {
  const shown = picturedScreens.filter(({ name }) => new RegExp(only).test(name));
  if (shown.length === 0) throw new Error(`No screen has a name like ${only}: see pictured-screens.ts`);
  await mkdir(folder, { recursive: true });
  const env = { LOG_LEVEL: 'error', MAIL_URL: '' };
  const servers = {
    // Nothing listens at the port of the first mailbox, and the second one is not an address.
    full: await startServer({ ...env, SEED: 'starter', IMAP_URL: 'imaps://office:secret@127.0.0.1:1/INBOX' }),
    empty: await startServer({ ...env, SEED: 'none', IMAP_URL: 'mail.example.org' }),
  };
  const browser = await launchChromium();
  const findings: string[] = [];
  try {
    const sites = { full: await openSite(servers.full, true), empty: await openSite(servers.empty, false) };
    const takeAll = async (look: Look) => {
      const contexts = new Map<string, BrowserContext>();
      for (const screen of shown) {
        for (const state of screen.states) {
          const site = sites[state === 'empty' ? 'empty' : 'full'];
          const key = `${screen.as ?? 'admin'} ${site.url}`;
          if (!contexts.has(key)) contexts.set(key, await openContext(browser, site, screen.as, look));
          const name = `${screen.name}.${state}.${look.width}.${look.theme}`;
          const taken = { screen, state, path: `${folder}/${name}.png` };
          for (const wrong of await take(contexts.get(key)!, site, taken)) {
            findings.push(`${name}: ${wrong}`);
            console.log(findings.at(-1));
          }
        }
      }
      for (const context of contexts.values()) await context.close();
    };
    const [wide, wideDark, narrow, narrowDark] = looks;
    for (const pair of [
      [wide, narrowDark],
      [wideDark, narrow],
    ])
      await Promise.all(pair.map(takeAll));
  } finally {
    await browser.close();
    for (const server of Object.values(servers)) {
      await server.end('SIGTERM');
      await removeData(server);
    }
  }
  return findings;
}

async function openSite(server: RunningServer, isFull: boolean): Promise<OpenSite> {
  const { api, headers } = await signInToApis(server);
  const site = { url: server.url, api: api as OpenSite['api'] };
  await site.api('POST', '/api/admin/users', readOnlyUser);
  return { ...site, hostile: isFull ? await addHostileRows(site, headers) : {} };
}

async function openContext(browser: Browser, { url }: OpenSite, as: PicturedScreen['as'], look: Look) {
  const { width, height, theme } = look;
  const options = { viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' } as const;
  if (as === 'nobody') return browser.newContext(options);
  const { email, password } = as === 'reader' ? readOnlyUser : admin;
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, remember: true }),
  });
  const { token, user } = (await answer.json()) as { token: string; user: object };
  const localStorage = [
    { name: 'admin_token', value: token },
    { name: 'admin_user', value: JSON.stringify(user) },
  ];
  return browser.newContext({
    ...options,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
}

interface Taken {
  screen: PicturedScreen;
  state: ScreenState;
  /** The path of the screenshot. */
  path: string;
}

async function take(
  context: BrowserContext,
  site: OpenSite,
  { screen, state, path }: Taken,
): Promise<string[]> {
  const page = await context.newPage();
  page.setDefaultTimeout(5000);
  try {
    if (state === 'failing' || state === 'late') await hinder(page, state, screen.calls);
    await page.goto(site.url + addressOf(site, screen.path));
    await page.locator('h1').or(page.getByRole('dialog')).first().waitFor();
    if (!(state === 'failing' || state === 'late') || screen.calls) await page.waitForFunction(isLoaded);
    await screen.act?.(page, site);
    await page.waitForTimeout(settleMs[state]);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const { width, height: seen } = page.viewportSize()!;
    await page.screenshot({
      path,
      clip: { x: 0, y: 0, width, height: Math.min(maxHeight, Math.max(seen, height)) },
      fullPage: true,
    });
    return await findingsOf(page);
  } catch (error) {
    await page.screenshot({ path });
    return [String(error).split('\n')[0]!];
  } finally {
    // Deletes stored input and list settings, because the next screen would show them.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('atrium:list-view')) localStorage.removeItem(key);
    });
    await page.evaluate(() => indexedDB.deleteDatabase('atrium-journal')).catch(() => {});
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
}

/**
 * Runs in the page. Returns whether its data and all images that begin above the bottom edge of the window
 * have loaded.
 */
function isLoaded(): boolean {
  const shown = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  return !document.querySelector('[aria-busy=true]') && shown.every((image) => image.complete);
}

function addressOf({ hostile }: OpenSite, path: string): string {
  const list = path.split('/')[2]!;
  const id = hostile[list === 'blog' ? 'blog-posts' : list] ?? 0;
  return path.replace(':hostile', `${id}`).replace(':writing', `${hostile.writing ?? 0}`);
}

async function hinder(page: Page, state: 'failing' | 'late', calls: RegExp | undefined): Promise<void> {
  await page.route('**/trpc/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const names = decodeURIComponent(pathname).replace('/trpc/', '').split(',');
    const isMeant = (name: string) => (calls ? calls.test(name) : !frameCalls.test(name));
    if (!names.some(isMeant)) return route.continue();
    if (state === 'late' && names.every(isMeant)) return undefined;
    const data = { httpStatus: 503, message: 'The server is busy.', request_id: 'req-7' };
    const refusal = { error: { message: data.message, code: -32603, data } };
    if (!searchParams.has('batch')) return route.fulfill({ status: 503, json: refusal });
    // The other calls of the batch get the server's real answers.
    const answers = (await (await route.fetch({ maxRetries: 3 })).json()) as object[];
    if (state === 'late') await new Promise((resolve) => setTimeout(resolve, 20_000));
    return route.fulfill({ json: names.map((name, place) => (isMeant(name) ? refusal : answers[place])) });
  });
}

async function findingsOf(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => {
    const isCut = (element: Element) =>
      element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1;
    const wide = [...document.querySelectorAll('main *, [role=dialog] *')].filter(
      (element) =>
        !element.closest(
          'pre, thead, iframe, .writing-toolbar, [aria-hidden], .mantine-VisuallyHidden-root',
        ) && isCut(element),
    );
    const page = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
    return [
      ...page,
      ...wide.slice(0, 3).map((element) => `beyond the edge: ${element.outerHTML.slice(0, 110)}`),
    ];
  });
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is added to the page as a script and has no types there
    const answer = await (globalThis as any).axe.run({ resultTypes: ['violations'] });
    return answer.violations.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `axe ${id}: ${nodes[0]?.html}`,
    );
  });
  return [...beyond, ...violations];
}
