import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
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

/** Returns what the browser keeps of unsaved forms. */
export const readJournal = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const request = indexedDB.open('atrium-journal');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const db = request.result;
          if (!db.objectStoreNames.contains('entries')) return resolve('');
          const all = db.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => {
            db.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
