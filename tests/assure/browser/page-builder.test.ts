import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();
const viewport = { width: 1440, height: 900 };

test('a page is made of blocks beside its preview, on a phone too, without a barrier', async () => {
  const page = await openScreen(browser, server, '/admin/pages/new', { viewport });
  const frame = page.frameLocator('iframe[title="The page with your changes"]');
  const blocks = page.getByRole('group', { name: 'Content' });
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-path]')?.getAttribute('data-path'));
  await page.getByLabel('Title', { exact: true }).fill('Roofs');
  await expectAccessible(page);

  // The dialog with the kinds of blocks, by keys alone
  await page.getByRole('button', { name: 'Add block' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a block' });
  await dialog.getByRole('button', { name: 'Prices' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('blocks.0.heading');
  await page.keyboard.type('What people ask');
  await blocks.getByRole('button', { name: 'Add question' }).click();
  await page.keyboard.type('How long does it take?');
  await frame.getByText('How long does it take?').waitFor({ state: 'attached' });

  // A link to a page that does not exist is named
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.keyboard.type('call');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ask us');
  await blocks.getByLabel('Button leads to').fill('/nowhere');
  await page.getByText('There is no page /nowhere.').waitFor();
  await expectAccessible(page);

  // A click in the preview opens the block
  await blocks.getByRole('button', { name: 'Questions and answers: What people ask', exact: true }).click();
  await frame.getByRole('heading', { name: 'What people ask' }).click();
  await expect.poll(focused).toBe('blocks.0.heading');

  // A path that the program has, and a missing answer, are told at their fields. Nothing typed is lost.
  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByLabel('Address in words').fill('about');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Answer is required').waitFor();
  await page.getByRole('textbox', { name: 'Answer' }).fill('Two weeks.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The program itself uses this address. Please choose another one.').waitFor();
  await expectAccessible(page);

  // On a fixed page, the preview shows that page, and the form has no address
  await page.getByLabel('Place').selectOption('On About');
  expect(await page.getByLabel('Address in words').count()).toBe(0);
  await frame.locator('.about-picture').waitFor({ state: 'attached' });
  await frame.getByRole('heading', { name: 'Ask us' }).waitFor({ state: 'attached' });

  // On a phone
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Add block' }).click();
  await dialog.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/admin\/pages(\?.*)?$/);
  const { api } = await signInToApis(server);
  const { pages } = await api('GET', '/api/admin/pages');
  expect(pages).toMatchObject([{ place: 'On About', slug: null, path: '/about' }]);
  expect(pages[0].blocks).toMatchObject([
    {
      heading: 'What people ask',
      entries: [{ question: 'How long does it take?', answer: '<p>Two weeks.</p>' }],
    },
    { heading: 'Ask us', button_url: '/nowhere' },
  ]);
  await page.context().close();
});

test('a page of 60 blocks opens in the panel within a second, and its fields are not all mounted', async () => {
  const { api } = await signInToApis(server);
  const entries = Array.from({ length: 16 }, (_, at) => ({ question: `Question ${at}`, answer: '<p>A</p>' }));
  const blocks = Array.from({ length: 60 }, (_, at) => ({ kind: 'faq', heading: `Part ${at}`, entries }));
  const { id } = await api('POST', '/api/admin/pages', { title: 'Long', place: 'Page', blocks });
  const page = await openScreen(browser, server, '/admin/pages', { viewport });
  const start = Date.now();
  await page.getByRole('link', { name: 'Long' }).click();
  await page.getByRole('button', { name: 'Questions and answers: Part 59', exact: true }).waitFor();
  expect(Date.now() - start).toBeLessThan(1000);
  expect(page.url()).toContain(`/admin/pages/${id}/edit`);
  expect(await page.getByLabel('Question', { exact: true }).count()).toBe(0);
  await page.context().close();
});
