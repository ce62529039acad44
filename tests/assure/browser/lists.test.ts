import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { atEachWidthAndTheme, expectAccessibleAt } from '../../support/page-checks.ts';
import { openScreen, recordScrolls } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const { server, browser } = useBrowserSite('starter');

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

test('the picture of a card opens the form, and its link to the site a new tab', async () => {
  const page = await openScreen(browser, server, '/admin/blog-posts?is_published=true');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /on site$/ }) });
  const title = await card.first().getByRole('heading').innerText();
  const opened = page.context().waitForEvent('page');
  await card
    .first()
    .getByRole('link', { name: /on site$/ })
    .click();
  const site = await opened;
  await site.getByRole('heading', { level: 1, name: title }).waitFor();
  const box = (await card.first().boundingBox())!;
  const tab = page.context().waitForEvent('page');
  await page.mouse.click(box.x + box.width / 2, box.y + 30, { button: 'middle' });
  await (await tab).waitForURL(/\/admin\/blog-posts\/\d+\/edit$/);
  await page.mouse.click(box.x + box.width / 2, box.y + 30);
  await page.waitForURL(/\/admin\/blog-posts\/\d+\/edit$/);
  await page.context().close();
});

test('on a phone, a notice leaves the buttons free and the list does not glide', async () => {
  const page = await openScreen(browser, server, '/admin/portfolio', {
    viewport: { width: 390, height: 700 },
    reducedMotion: 'reduce',
  });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const scroll = await recordScrolls(page);
  await press('2');
  await page.waitForURL('**?page=2');
  expect(await scroll()).toBe('instant 0');
  await press('Delete Eleven days of support for a film festival');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Project' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Project deleted' });
  await notice.waitFor();
  await press('Add Project');
  const save = await page.getByRole('button', { name: 'Save Project' }).boundingBox();
  const { y, height } = (await notice.boundingBox())!;
  expect(y + height).toBeLessThan(save!.y);
  await expectAccessible(page);
  await page.context().close();
});
