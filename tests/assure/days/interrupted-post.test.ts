import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createDay } from '../../support/day.ts';
import { cardOf, openScreen, tabTo } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible, openRealBrowser } from '../../support/real-browser.ts';
import { removeData, signInToApis, startServer } from '../../support/running-server.ts';

const title = 'Eight hundred words about a roof';
const excerpt = 'What a survey of slates found, week by week.';
/** Forty words each. */
const paragraphs = Array.from(
  { length: 20 },
  (_, number) =>
    `Paragraph ${number + 1} says that every slate was lifted by hand, counted, washed, tapped for its sound and laid on a board by the hatch, so that the roofer could see before the evening which of them would go back up and stay.`,
);
const afterwards = 'These words were typed while the server was dead.';

async function photograph(name: string, width: number) {
  const file = await picture({ width, height: 700, format: 'jpeg' });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) };
}

test('a post of 800 words outlives a dead server and a change of browser, with three clicks', {
  timeout: 600_000,
}, async (context) => {
  let server = await startServer({ SEED: 'starter' });
  const browser = await openRealBrowser();
  onTestFinished(async () => {
    await browser.close();
    await server.end('SIGTERM');
    await removeData(server);
  });
  const restart = async () => {
    server = await startServer({ PORT: new URL(server.url).port }, server.dataDir);
  };
  const day = createDay(context, 'A post, interrupted');
  let page = await openScreen(browser, server, '/admin/blog-posts/new');
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const content = () => field('Content');
  const autosaved = async () => {
    const { trpc } = await signInToApis(server);
    return JSON.stringify(await trpc.workingCopies.blog.list.query({ item_id: null }));
  };
  let clicks = 0;
  const step: typeof day = (where, name, act) =>
    day(where, name, async (person) => {
      await act(person);
      clicks += person.counts.clicks;
    });
  const expectNoDialog = async (where: Page) => expect(await where.getByRole('dialog').count()).toBe(0);

  await step(page, 'Write 800 words', async ({ type, key }) => {
    await tabTo(field('Title'));
    await type(title);
    await tabTo(field('Excerpt'));
    await type(excerpt);
    await tabTo(content());
    for (const paragraph of paragraphs) {
      await type(paragraph);
      await key('Enter');
    }
    await expectNoDialog(page);
  });
  await step(page, 'Add a table', async ({ type, key }) => {
    await page.keyboard.type('/table');
    await page
      .getByRole('option', { name: /^Table/ })
      .first()
      .waitFor();
    await key('Enter');
    await content().locator('table').waitFor();
    for (const heading of ['Week', 'Slates', 'Kept']) {
      await type(heading);
      await key('Tab');
    }
    await key('Escape');
    await key('Control+End');
  });
  for (const [name, width, words] of [
    ['hatch.jpg', 900, 'Slates on a board by the hatch'],
    ['ridge.jpg', 940, 'The ridge in the rain'],
  ] as const)
    await step(page, `Add and describe ${name}`, async ({ type, key }) => {
      const chooser = page.waitForEvent('filechooser');
      await page.keyboard.type('/pict');
      await page
        .getByRole('option', { name: /^Picture/ })
        .first()
        .waitFor();
      await key('Enter');
      await (await chooser).setFiles([await photograph(name, width)]);
      const image = content().locator('figure img').last();
      await image.waitFor();
      const description = page.getByRole('group', { name: 'Picture' }).getByLabel('What the picture shows');
      await description.waitFor();
      await tabTo(description);
      await type(words);
      await key('Escape');
      await key('Control+End');
      await key('Enter');
    });
  await step(page, 'Leave it alone', async () => {
    await expect.poll(autosaved).toContain('The ridge in the rain');
    await expectNoDialog(page);
  });
  await step(page, 'Go on while the server is dead', async ({ type }) => {
    await server.end('SIGKILL');
    await type(afterwards);
    await expect.poll(() => content().innerText()).toContain(afterwards);
    await expectNoDialog(page);
  });
  await restart();
  await step(page, 'The server is there again', async () => {
    await page.keyboard.insertText(' And these after it.');
    await expect.poll(autosaved, { timeout: 60_000 }).toContain('And these after it.');
    await expectNoDialog(page);
  });
  await page.context().close();

  page = await openScreen(browser, server, '/admin/blog-posts/new');
  await step(page, 'Continue in another browser', async ({ press }) => {
    await press('Restore draft');
    await content().getByText(afterwards).waitFor();
    expect(await field('Title').inputValue()).toBe(title);
    expect(await content().locator('figure img').count()).toBe(2);
    await expectAccessible(page);
  });
  await step(page, 'Schedule it', async ({ press, click, fill, key }) => {
    await tabTo(field('Category'));
    await key('T');
    expect(await field('Category').inputValue()).toBe('Technology');
    await press('More ways to save');
    await click(page.getByRole('menuitem', { name: 'Schedule…' }));
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    await fill(dialog.getByLabel('Day'), '2099-07-01');
    await fill(dialog.getByLabel('Time'), '09:00');
    await key('Enter');
    await page.waitForURL('**/admin/blog-posts');
    await cardOf(page, title).getByText('Scheduled').waitFor();
  });
  expect(clicks).toBe(3);

  // Its time comes: the clock is set forward by setting the date back.
  await server.end('SIGTERM');
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'));
  database.prepare('update posts set published_at = ? where title = ?').run(Date.now() - 1000, title);
  database.close();
  await restart();
  const visitor = await browser.visit(`${server.url}/blog`);
  await day(visitor, 'Read it as a visitor', async () => {
    await visitor.getByRole('link', { name: title }).first().click();
    await visitor.getByRole('heading', { level: 1, name: title }).waitFor();
    const text = await visitor.locator('main').innerText();
    for (const words of [...paragraphs, afterwards, 'And these after it.', 'Week', 'Slates', 'Kept'])
      expect(text).toContain(words);
    for (const words of ['Slates on a board by the hatch', 'The ridge in the rain'])
      expect(await visitor.getByRole('img', { name: words }).count()).toBeGreaterThan(0);
  });
});
