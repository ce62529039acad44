import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { countCards, openScreen, tabTo } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();
beforeAll(async () => {
  await createPosts(30);
}, 60_000);

/** Every third post is published, every second one is about technology, and every tenth tells of a bridge. */
async function createPosts(count: number): Promise<void> {
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { token } = (await (await send('/api/admin/login', admin)).json()) as { token: string };
  for (let number = 1; number <= count; number += 1) {
    const answer = await send(
      '/api/admin/blog-posts',
      {
        title: `Report ${number}${number % 10 === 0 ? ' from the bridge' : ''}`,
        excerpt: 'What was measured, and what follows.',
        content: '<p>All figures of the week.</p>',
        category: number % 2 === 0 ? 'Technology' : 'Innovation',
        is_published: number % 3 === 0,
      },
      { authorization: `Bearer ${token}` },
    );
    expect(answer.ok, await answer.text()).toBe(true);
  }
}

test('the keyboard alone finds a post among thirty, filters, opens and saves it', async () => {
  const page = await openScreen(browser, server, '/admin/blog-posts');
  const { keyboard } = page;
  const cards = (count: number) => expect.poll(() => countCards(page)).toBe(count);
  const isAt = (query: string) => page.waitForURL(`${server.url}/admin/blog-posts${query}`);
  await cards(12);
  await expectAccessible(page);

  const search = page.getByRole('searchbox', { name: 'Search' });
  await tabTo(search);
  await keyboard.type('bridge');
  await isAt('?search=bridge');
  await cards(3);
  await tabTo(page.getByLabel('Status'));
  await keyboard.type('Pub');
  await isAt('?search=bridge&is_published=true');
  await cards(1);
  await page.getByRole('link', { name: 'View Report 30 from the bridge on site' }).waitFor();
  await keyboard.press('ArrowDown');
  await isAt('?search=bridge&is_published=false');
  await cards(2);

  await search.focus();
  await keyboard.press('Shift+Tab');
  const innovation = page.getByRole('button', { name: 'Innovation: 15', exact: true });
  for (let presses = 0; presses < 6; presses += 1) {
    if (await innovation.evaluate((element) => element === document.activeElement)) break;
    await keyboard.press('Shift+Tab');
  }
  await keyboard.press('Space');
  await page.getByRole('heading', { name: 'No blog posts found' }).waitFor();
  expect(await innovation.getAttribute('aria-pressed')).toBe('true');
  await expectAccessible(page);
  await keyboard.press('Space');
  await isAt('?search=bridge&is_published=false');
  await cards(2);
  await keyboard.press('Space');
  await tabTo(page.getByRole('button', { name: 'Clear filters' }));
  await keyboard.press('Enter');
  await isAt('');
  await cards(12);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

  await tabTo(search);
  await keyboard.type('bridge');
  await cards(3);
  const link = page.getByRole('link', { name: 'Report 20 from the bridge', exact: true });
  await tabTo(link);
  await expectAccessible(page);
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Edit Blog Post' }).waitFor();
  await tabTo(page.getByLabel('Content'));
  await keyboard.type('Once more. ');
  await tabTo(page.getByLabel('Publish immediately'));
  await keyboard.press('Space');
  // Ctrl+S would stay in the form.
  await tabTo(page.getByRole('button', { name: 'Save Blog Post' }));
  await keyboard.press('Enter');
  const toast = page.getByRole('status').filter({ hasText: 'Post saved' });
  expect(await toast.getByRole('link', { name: 'View on site' }).getAttribute('href')).toBe(
    '/blog/report-20-from-the-bridge',
  );
  await isAt('?search=bridge');
  await page.getByRole('link', { name: 'View Report 20 from the bridge on site' }).waitFor();
  await expectAccessible(page);
});

test('the picture of a card opens the form, and its link to the site a new tab', async () => {
  const page = await openScreen(browser, server, '/admin/blog-posts?search=Report+3&is_published=true');
  const card = page.getByRole('listitem').filter({ hasText: 'Report 30' });
  const opened = page.context().waitForEvent('page');
  await card.getByRole('link', { name: /on site$/ }).click();
  const site = await opened;
  await site.getByRole('heading', { level: 1, name: 'Report 30 from the bridge' }).waitFor();
  const box = (await card.boundingBox())!;
  const tab = page.context().waitForEvent('page');
  await page.mouse.click(box.x + box.width / 2, box.y + 30, { button: 'middle' });
  await (await tab).waitForURL(/\/admin\/blog-posts\/\d+\/edit$/);
  await page.mouse.click(box.x + box.width / 2, box.y + 30);
  await page.waitForURL(/\/admin\/blog-posts\/\d+\/edit$/);
});
