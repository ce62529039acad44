import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

const site = useBrowserSite('starter');

const columnOf = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}`) });
const titlesIn = async (page: Page, name: string) => {
  const buttons = columnOf(page, name).getByRole('button', { name: /^Move .* up$/ });
  const labels = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace(/^Move (.*) up$/, '$1'));
};
const storedTeam = async (): Promise<string[]> => {
  const { team } = await (await fetch(`${site.server.url}/api/team`)).json();
  return team
    .filter(({ section }: { section: string }) => section === 'development')
    .map(({ name }: { name: string }) => name);
};

test('members are ordered by keyboard, and visitors see the order', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/team');
  await page.getByRole('link', { name: 'Order' }).press('Enter');
  await columnOf(page, 'Development').waitFor();
  const [a, b, c, d, e] = await titlesIn(page, 'Development');
  expect(await storedTeam()).toEqual([a, b, c, d, e]);

  const down = page.getByRole('button', { name: `Move ${a} down` });
  await down.press('Enter');
  await page.getByText(`${a} moved to position 2 of 5`).waitFor({ state: 'attached' });
  expect(await titlesIn(page, 'Development')).toEqual([b, a, c, d, e]);
  // The focus stays on the button, so that the next press moves the row on.
  await page.keyboard.press('Enter');
  await page.getByText(`${a} moved to position 3 of 5`).waitFor({ state: 'attached' });
  await expect.poll(storedTeam).toEqual([b, c, a, d, e]);

  await expectAccessible(page);
  await page.getByRole('button', { name: `Move ${e} to …` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Move ${e}` });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('New position').fill('9');
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter a number from 1 to 5.').waitFor();
  await dialog.getByLabel('New position').fill('1');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(storedTeam).toEqual([e, b, c, a, d]);
  expect(await titlesIn(page, 'Development')).toEqual([e, b, c, a, d]);

  const html = await (await fetch(`${site.server.url}/team`)).text();
  const places = [e, b, c, a, d].map((name) => html.indexOf(name!));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  await page.context().close();
});

test.skipIf(isShortForm)(
  'rows are ordered by dragging them, and a failed move shows the stored order',
  async () => {
    const page = await openScreen(site.browser, site.server, '/admin/portfolio/order');
    const column = columnOf(page, 'All projects');
    await column.waitFor();
    const before = await titlesIn(page, 'All projects');
    const rows = column.getByRole('listitem');
    await rows.nth(0).locator('span[aria-hidden]').first().hover();
    await page.mouse.down();
    const { x, y, height } = (await rows.nth(2).boundingBox())!;
    await page.mouse.move(x + 20, y + height / 2 + 4, { steps: 6 });
    await page.mouse.up();
    const after = [before[1], before[2], before[0], ...before.slice(3)];
    await expect.poll(() => titlesIn(page, 'All projects')).toEqual(after);
    const { portfolios } = await (await fetch(`${site.server.url}/api/portfolios`)).json();
    await expect
      .poll(async () => {
        const answer = await (await fetch(`${site.server.url}/api/portfolios`)).json();
        return answer.portfolios.map(({ title }: { title: string }) => title);
      })
      .toEqual(after);
    expect(portfolios).toHaveLength(before.length);

    const { trpc } = await signInToApis(site.server);
    const { portfolios: all } = await trpc.portfolio.list.query({});
    const last = all.at(-1)!;
    await trpc.portfolio.remove.mutate({ id: last.id });
    // The screen still shows the row that somebody has deleted.
    await page.getByRole('button', { name: `Move ${last.title} up` }).press('Enter');
    await page.getByText('Couldn’t move the project').waitFor();
    await expect.poll(() => titlesIn(page, 'All projects')).toEqual(after.slice(0, -1));
    await page.context().close();
  },
);

test('a copy opens in its form, and is not on the site', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/blog-posts');
  const first = page.getByRole('button', { name: /^Duplicate / }).first();
  const title = (await first.getAttribute('aria-label'))!.replace('Duplicate ', '');
  await first.press('Enter');
  await page.waitForURL(/\/admin\/blog-posts\/\d+\/edit$/);
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(`Copy of ${title}`);
  expect(await page.getByLabel('Publish immediately').isChecked()).toBe(false);
  const id = /(\d+)\/edit$/.exec(page.url())![1];
  expect((await fetch(`${site.server.url}/blog/${id}`)).status).toBe(404);
  await page.context().close();
});

test.skipIf(isShortForm)(
  'several rows move to another category, and Undo takes exactly that back',
  async () => {
    const page = await openScreen(site.browser, site.server, '/admin/blog-posts?is_published=true');
    const stored = async () => {
      const { posts } = await (await fetch(`${site.server.url}/api/blog-posts`)).json();
      return posts.map(({ id, category }: { id: number; category: string }) => `${id} ${category}`);
    };
    const before = await stored();
    await page.getByRole('checkbox', { name: /^Select all/ }).press('Space');
    await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move to another category' });
    await expectAccessible(page);
    await dialog.getByLabel('Category').selectOption('Innovation');
    await dialog.getByRole('button', { name: 'Move' }).press('Enter');
    await page.getByText(/posts moved/).waitFor();
    await expect
      .poll(async () => (await stored()).filter((one: string) => one.endsWith('Innovation')).length)
      .toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText(/^Undone: /).waitFor();
    await expect.poll(stored).toEqual(before);
    await page.context().close();
  },
);
