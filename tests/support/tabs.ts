import type { Page } from 'playwright-core';
import { admin, type RunningServer } from './running-server.ts';

/** Ends the session of a page on the server without telling the page. */
export async function endSessionOf(page: Page, { url }: RunningServer): Promise<void> {
  const token = await page.evaluate(
    () => sessionStorage.getItem('admin_token') ?? localStorage.getItem('admin_token'),
  );
  const headers = { authorization: `Bearer ${token}` };
  const { ok } = await fetch(`${url}/api/admin/logout`, { method: 'POST', headers });
  if (!ok) throw new Error('the session had ended before');
}

/** Signs in with 'Remember me' in the dialog that opens above unsaved input when a session has ended. */
export async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
  await dialog.getByLabel('Remember me').check();
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * Hides the token in localStorage from a page until the returned function is called. The page then sees
 * another tab's `admin_user` before its `admin_token`. Browsers may show changes in this order when each tab
 * has its own process.
 */
export async function hideTokenFrom(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const read = Storage.prototype.getItem;
    Object.assign(window, { showToken: () => Object.assign(Storage.prototype, { getItem: read }) });
    Storage.prototype.getItem = function (key) {
      return this === localStorage && key === 'admin_token' ? null : read.call(this, key);
    };
  });
  return () => page.evaluate('showToken()');
}

/** Fills in the form of a new job. */
export async function fillJob(page: Page, title: string): Promise<void> {
  for (const label of ['Title', 'Description', 'Department', 'Location', 'Requirement 1', 'Responsibility 1'])
    await page.getByLabel(label, { exact: true }).fill(label === 'Title' ? title : `${label} of the job`);
}
