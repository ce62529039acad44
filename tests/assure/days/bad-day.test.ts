import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { createDay } from '../../support/day.ts';
import { callsOf, failAsBusy, openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin, signInToApis } from '../../support/running-server.ts';

const site = useBrowserSite({ SEED: 'starter' });

const title = 'What we learned from a dead disk';
const sentences = [
  'Written while all was well. ',
  'Written while the line was away. ',
  'Written while the server failed. ',
  'Written while the save was refused. ',
  'Written after the session had ended. ',
  'Written after the sign-in. ',
];

test('a bad day: offline, 500, 403, an ended session, two tabs', { timeout: 300_000 }, async (context) => {
  const { server, browser } = site;
  const { trpc, headers } = await signInToApis(server);
  const page = await openScreen(browser, server, '/admin/blog-posts/new');
  const day = createDay(context, 'A bad day');
  const content = page.getByLabel('Content', { exact: true });
  const isInText = () => content.evaluate((element) => element.contains(document.activeElement));
  const refuse = async (status: number, message: string) => {
    const data = { httpStatus: status, message, request_id: 'req-7' };
    const json = { error: { message, code: -32603, data } };
    await page.route(callsOf('blog.saveDraft'), (route) => route.fulfill({ status, json }));
    return () => page.unroute(callsOf('blog.saveDraft'));
  };

  await day(page, 'Write while all is well', async ({ write, choose, click, type }) => {
    await write('Title', title);
    await write('Excerpt', 'Nothing was lost, and here is why.');
    await choose(page.getByLabel('Category', { exact: true }), 'Technology');
    await click(content);
    await type(sentences[0]!);
  });
  await day(page, 'Go on offline, and try to save', async ({ key, type }) => {
    await page.context().setOffline(true);
    await page.getByText('You can keep editing.').waitFor();
    await key('Control+s');
    await page
      .getByText(/You’re offline|Can’t reach the server/)
      .first()
      .waitFor();
    expect(await isInText()).toBe(true);
    await type(sentences[1]!);
    await expectAccessible(page);
  });
  await day(page, 'Be online again', async () => {
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText('You can keep editing.').count()).toBe(0);
  });
  await day(page, 'Go on while the server fails', async ({ key, type }) => {
    const end = await refuse(500, 'Something went wrong.');
    await key('Control+s');
    await page.getByText('req-7').first().waitFor();
    expect(await isInText()).toBe(true);
    await type(sentences[2]!);
    await end();
    const endBusy = await failAsBusy(page, 'blog.saveDraft');
    await key('Control+s');
    await page.getByText('The server is busy.').first().waitFor();
    expect(await isInText()).toBe(true);
    await endBusy();
  });
  await day(page, 'Go on while the save is refused', async ({ key, type }) => {
    const end = await refuse(403, 'Your role may not do this.');
    await key('Control+s');
    await page.getByText('Your role may not do this.').first().waitFor();
    expect(await isInText()).toBe(true);
    await type(sentences[3]!);
    await end();
  });
  await day(page, 'Go on after the session has ended', async ({ type, key }) => {
    const token = await page.evaluate(() => localStorage.getItem('admin_token'));
    await fetch(`${server.url}/api/admin/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await type(sentences[4]!);
    await key('Control+s');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await expectAccessible(page);
  });
  await day(page, 'Sign in in place', async ({ fill, press }) => {
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await fill(dialog.getByLabel('Password', { exact: true }), admin.password);
    await press('Sign in', 'button', dialog);
    await page.getByText(/^Saved /).waitFor();
    await press('Save Blog Post');
    await page.waitForURL('**/admin/blog-posts');
    await page.getByRole('heading', { name: title }).waitFor();
  });
  await day(page, 'Change it in two tabs', async ({ press, write, click, type }) => {
    const second = await page.context().newPage();
    await second.goto(`${server.url}/admin/blog-posts`);
    for (const tab of [page, second])
      await tab.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
    await second.getByLabel('Excerpt', { exact: true }).fill('Nothing was lost.');
    await second.getByRole('button', { name: 'Save Blog Post', exact: true }).click();
    await second.waitForURL('**/admin/blog-posts');
    await write('Title', `${title}, again`);
    await click(content.locator('p').last());
    await page.keyboard.press('Control+End');
    await type(sentences[5]!);
    await press('Save Blog Post');
    await page.getByText('Updated with the changes of the other tab').waitFor();
    await press('Save Blog Post');
    await page.waitForURL('**/admin/blog-posts');
    await second.close();
  });

  const { posts } = await trpc.blog.list.query({ search: title });
  expect(posts).toMatchObject([{ title: `${title}, again`, excerpt: 'Nothing was lost.' }]);
  const stored = await fetch(`${server.url}/api/admin/blog-posts/${posts[0]!.id}`, { headers });
  const text = JSON.stringify(await stored.json());
  expect(sentences.filter((sentence) => !text.includes(sentence.trim()))).toEqual([]);
});
