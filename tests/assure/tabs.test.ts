import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { openScreen } from '../support/panel-screens.ts';
import { endSessionOf, fillJob, signInAgain } from '../support/tabs.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const rounds = chooseByForm(50, 4);
const site = useBrowserSite();

test('two tabs in which a session ends and is renewed with Remember me stay signed in, and lose nothing that was typed', async (context) => {
  const { url } = site.server;
  const form = await openScreen(site.browser, site.server, '/admin/jobs');
  const other = await form.context().newPage();
  await other.goto(`${url}/admin/dashboard`);
  const problems: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const title = `Typed in round ${round}`;
    await form.goto(`${url}/admin/jobs/new`);
    await fillJob(form, title);
    await endSessionOf(form, site.server);
    // In every second round the other tab learns first that the session has ended, and shows the sign-in page.
    if (round % 2 === 0) {
      await other.goto(`${url}/admin/users`);
      await other.waitForURL('**/admin/login');
    }
    // The dialog may be open already, if the browser has shown the end of the session to this tab too. Then it is open
    // before the save, which the person repeats.
    await form.keyboard.press('Control+S');
    await signInAgain(form);
    await form.keyboard.press('Control+S');
    await form.waitForURL('**/admin/jobs/*/edit');
    await expect.poll(() => form.getByLabel('Title', { exact: true }).inputValue()).toBe(title);
    if (round % 2 === 0) await other.waitForURL('**/admin/dashboard');

    await other.goto(`${url}/admin/account`);
    await other.getByText('This device').waitFor();
    for (const page of [form, other]) {
      const stored = await page.evaluate(() => [
        ...[localStorage.admin_token, localStorage.admin_user, sessionStorage.admin_token],
      ]);
      if (!stored[0] || !stored[1] || stored[2])
        problems.push(`round ${round}, ${page.url()}: ${stored.map((item) => typeof item)}`);
    }
  }
  addFigures(context, { requests: rounds, lost: problems.length });
  expect(problems).toEqual([]);
});
