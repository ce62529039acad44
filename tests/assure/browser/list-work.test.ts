import type { ViewportSize } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { atEachWidthAndTheme, expectAccessibleAt } from '../../support/page-checks.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';
import { sampledModules } from '../../support/samples.ts';

const viewports: [string, ViewportSize][] = [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
];

/** One post in so many is about the harbour. The screens show the same pages of fifty posts as of five hundred. */
const every = chooseByForm(20, 2);
const count = 25 * every;

const { server, browser } = useBrowserSite();
let token = '';
beforeAll(async () => {
  token = (await post('/api/admin/login', admin)).token ?? '';
  await createRows();
}, 120_000);

async function post(path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

/** Creates posts and two rows of each other list. Of 24 posts about the harbour, every second one is a draft. */
async function createRows(): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const isHarbour = number % every === 0 && number < count;
    await post('/api/admin/blog-posts', {
      title: `Report ${number}${isHarbour ? ' from the harbour' : ''}`,
      excerpt: 'What was measured, and what follows.',
      content: '<p>All figures of the week.</p>',
      category: number % 2 === 0 ? 'Technology' : 'Innovation',
      is_published: !isHarbour || number % (2 * every) === 0,
    });
  }
  const others = sampledModules.filter(({ name }) => name !== 'blog' && name !== 'portfolio');
  for (const { path, sample } of others) {
    for (const word of ['first', 'second']) await post(`/api${path}`, sample(word));
  }
  for (const subject of ['A question', 'An answer']) {
    const words = { subject, name: 'Ada', email: 'ada@example.com', message: 'How much is it?' };
    await post('/api/contact', words);
  }
  const [first] = (
    await (
      await fetch(`${server.url}/api/admin/blog-posts?per_page=1`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).json()
  ).posts;
  await post('/api/admin/blog-posts/delete', { ids: [first.id - 1] });
}

test.each(viewports)(
  'twelve of many posts are found, filtered, published and taken back %s',
  { timeout: 120_000 },
  async (_where, viewport) => {
    const page = await openScreen(browser, server, '/admin/blog-posts', { viewport });
    await page.getByText(`Showing 1 to 12 of ${count - 1} posts`, { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('harbour');
    await page.getByText(/^Showing 1 to 12 of 24 posts$/).waitFor();
    await page.getByLabel('Status').selectOption('Drafts');
    await page.getByText(/^Showing 1 to 12 of 12 posts$/).waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('12 selected').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const toast = page.getByRole('status').filter({ hasText: '12 posts published' });
    await toast.waitFor();
    await page.getByRole('heading', { name: 'No blog posts found' }).waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 12 posts published').waitFor();
    await page.getByText(/^Showing 1 to 12 of 12 posts$/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  },
);

// Phones seldom have a keyboard.
test.each(chooseByForm(viewports, viewports.slice(0, 1)))(
  'any row opens by the keyboard alone %s',
  { timeout: 120_000 },
  async (_where, viewport) => {
    const page = await openScreen(browser, server, '/admin/dashboard', { viewport });
    for (const path of ['blog-posts', 'jobs', 'team', 'testimonials', 'users']) {
      await page.goto(`${server.url}/admin/${path}`);
      await page.locator('[data-row]').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/edit$/);
    }
    await page.goto(`${server.url}/admin/inbox`);
    await page.locator('[data-row]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Message Details' }).waitFor();
  },
);

test('every list is accessible, as cards and as a table, in both themes', { timeout: 120_000 }, async () => {
  const page = await openScreen(browser, server, '/admin/dashboard', { reducedMotion: 'reduce' });
  const lookAt = () => atEachWidthAndTheme(page, [1440], (look) => expectAccessibleAt(page, look));
  const paths = [
    ...['blog-posts', 'jobs', 'team', 'portfolio', 'testimonials', 'users', 'inbox', 'activities'],
    ...['security', 'blog-posts/trash', 'inbox?tab=spam', 'blog-posts?search=zzz'],
  ];
  // All lists are drawn by the same parts.
  for (const path of chooseByForm(paths, paths.slice(0, 1))) {
    await page.goto(`${server.url}/admin/${path}`);
    await page
      .getByText(/^Showing |^No |is empty$/)
      .first()
      .waitFor();
    const cards = page.getByRole('button', { name: 'Cards', exact: true });
    if ((await cards.count()) > 0) await cards.click();
    await lookAt();
    const table = page.getByRole('button', { name: 'Table', exact: true });
    if ((await table.count()) > 0) {
      await table.click();
      if (await page.locator('[data-row]').count()) await page.getByRole('table').waitFor();
      await lookAt();
    }
  }
  await page.context().close();
});
