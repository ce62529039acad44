import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { endSessionOf, fillJob, hideTokenFrom, signInAgain } from '../../support/tabs.ts';

const site = useBrowserSite();

test('another tab that sees half of a remembered session leaves it alone, and takes it over', async () => {
  const form = await openScreen(site.browser, site.server, '/admin/jobs/new');
  await fillJob(form, 'Typed before the session ended');
  const other = await form.context().newPage();
  await other.goto(`${site.server.url}/admin/login?fromLogout=true`);
  await other.getByRole('heading', { name: 'Admin Login' }).waitFor();

  await endSessionOf(form, site.server);
  const showToken = await hideTokenFrom(other);
  await form.getByRole('button', { name: 'Create Job' }).click();
  await signInAgain(form);
  await form.waitForURL('**/admin/jobs');
  await form.getByRole('link', { name: 'Typed before the session ended', exact: true }).waitFor();
  await other.waitForURL('**/admin/dashboard');
  await showToken().catch(() => {});
  await other.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  for (const page of [form, other]) {
    const stored = await page.evaluate(() => [localStorage.admin_token, sessionStorage.admin_token]);
    expect(stored).toEqual([expect.any(String), undefined]);
  }
});
