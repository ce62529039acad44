import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ProcedurePath } from './procedures.ts';
import type { RealBrowser } from './real-browser.ts';
import { admin, type RunningServer } from './running-server.ts';

/** Opens a screen of the panel as the first admin, in a new browser context. */
export async function openScreen(
  browser: RealBrowser,
  { url }: RunningServer,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { token, user } = await signInByRest(url);
  const localStorage = [
    { name: 'admin_token', value: token },
    { name: 'admin_user', value: JSON.stringify(user) },
  ];
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
  return browser.visit(url + path, { storageState, ...options });
}

/**
 * Deletes the rows on the first page of a list. For example `removeListedRows(server, '/api/admin/jobs', 'jobs')`.
 */
export async function removeListedRows({ url }: RunningServer, path: string, member: string): Promise<void> {
  const { token } = await signInByRest(url);
  const headers = { authorization: `Bearer ${token}` };
  const rows = (await (await fetch(url + path, { headers })).json()) as Record<string, { id: number }[]>;
  const answers = await Promise.all(
    rows[member]!.map(({ id }) => fetch(`${url + path}/${id}`, { method: 'DELETE', headers })),
  );
  expect(answers.every(({ ok }) => ok)).toBe(true);
}

async function signInByRest(url: string): Promise<{ token: string; user: object }> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...admin, remember: true }),
  });
  return (await answer.json()) as { token: string; user: object };
}

export async function linesOf(place: Locator): Promise<string[]> {
  const text = await place.innerText();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

export const cardOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

export const countCards = (page: Page) => page.getByRole('button', { name: /^Edit / }).count();

/** Returns a pattern for the addresses that call a procedure, alone or together with other procedures. */
export const callsOf = (procedure: ProcedurePath) =>
  new RegExp(`/trpc/([^?]*,)?${procedure.replaceAll('.', '\\.')}(,|\\?|$)`);

export const waitForAnswer = (page: Page, procedure: ProcedurePath) =>
  page.waitForResponse((answer) => callsOf(procedure).test(answer.url()));

/** Makes all calls of a procedure fail as if the network was lost. The returned function ends the failure. */
export async function failAsOffline(page: Page, procedure: ProcedurePath): Promise<() => Promise<void>> {
  await page.route(callsOf(procedure), (route) => route.abort());
  return () => page.unroute(callsOf(procedure));
}

/** Makes all calls of a procedure fail as if the server was busy. The returned function ends the failure. */
export async function failAsBusy(page: Page, procedure: ProcedurePath): Promise<() => Promise<void>> {
  const data = { httpStatus: 503, message: 'The server is busy.', request_id: 'req-7' };
  const error = { error: { message: data.message, code: -32603, data } };
  await page.route(callsOf(procedure), (route) =>
    route.fulfill({ status: 503, json: route.request().url().includes('batch=1') ? [error] : error }),
  );
  return () => page.unroute(callsOf(procedure));
}

export async function expectBusyText(
  button: Locator,
  procedure: ProcedurePath,
  words: string,
): Promise<void> {
  const page = button.page();
  const gate = Promise.withResolvers<void>();
  await page.route(callsOf(procedure), async (route) => {
    await gate.promise;
    await route.continue();
  });
  await button.click();
  await page.getByRole('button', { name: words, exact: true }).waitFor();
  const answer = waitForAnswer(page, procedure);
  gate.resolve();
  await answer;
  await page.unroute(callsOf(procedure));
}

export async function tabTo(control: Locator): Promise<void> {
  const page = control.page();
  await control.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${control}`);
}

/**
 * Records the scrolling of a page. The returned function returns the behaviour and the position of the last
 * scroll, such as `smooth 0`, or undefined.
 */
export async function recordScrolls(page: Page): Promise<() => Promise<string | undefined>> {
  await page.evaluate(() => {
    const scroll = window.scrollTo.bind(window) as (...to: (ScrollToOptions | number | undefined)[]) => void;
    window.scrollTo = (...to: (ScrollToOptions | number | undefined)[]) => {
      // The router restores a position by passing two numbers. Such calls are not recorded.
      if (typeof to[0] === 'object') document.body.dataset.scrolled = `${to[0].behavior} ${to[0].top}`;
      scroll(...to);
    };
  });
  return () => page.evaluate(() => document.body.dataset.scrolled);
}

interface ListFacts {
  path: string;
  /** The number of cards on each page. */
  sizes: number[];
  filter: { label: string; all: string; option: string; query: string; count: number };
}

/**
 * Checks that the URL of a list contains the page and the filter. Back, Forward and a reload must restore
 * both values, and a new filter must start at page 1.
 */
export async function expectListState(page: Page, { path, sizes, filter }: ListFacts): Promise<void> {
  const origin = new URL(page.url()).origin;
  const pager = page.getByRole('navigation', { name: 'Pages' });
  const select = page.getByLabel(filter.label, { exact: true });
  const isAt = async (address: string, count: number) => {
    await page.waitForURL(origin + path + address);
    await expect.poll(() => countCards(page)).toBe(count);
  };
  await isAt('', sizes[0]!);
  expect(await pager.getByRole('button').allTextContents()).toEqual([
    'Previous',
    ...sizes.map((_, place) => String(place + 1)),
    'Next',
  ]);
  expect(await pager.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  const scroll = await recordScrolls(page);
  await pager.getByRole('button', { name: '2', exact: true }).click();
  await isAt('?page=2', sizes[1]!);
  expect(await scroll()).toBe('smooth 0');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  expect(await pager.locator('[aria-current=page]').textContent()).toBe('2');
  await page.reload();
  await isAt('?page=2', sizes[1]!);

  await select.selectOption(filter.option);
  await isAt(`?${filter.query}`, filter.count);
  await page.goBack();
  await isAt('?page=2', sizes[1]!);
  await page.goForward();
  await page.reload();
  await isAt(`?${filter.query}`, filter.count);
  expect(await select.locator('option:checked').textContent()).toBe(filter.option);
  await select.selectOption(filter.all);
  await isAt('', sizes[0]!);
}

/** Waits for the counts above a list. Returns each count as label and number, the total first. */
export async function countsOf(page: Page): Promise<string[]> {
  await expect.poll(() => page.locator('dd').first().textContent()).not.toBe('–');
  const cards = await page.locator('dl > div').all();
  return Promise.all(
    cards.map(
      async (card) => `${await card.locator('dt').textContent()}: ${await card.locator('dd').textContent()}`,
    ),
  );
}
