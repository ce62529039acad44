import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { createDay } from '../../support/day.ts';
import { cardOf, openScreen } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

const site = useBrowserSite({ SEED: 'starter' });

const title = 'How a small bakery backs up its till';

/** About 800 words, as an office program puts them on the clipboard. */
const paragraphs = Array.from(
  { length: 20 },
  (_, number) =>
    `<p class="MsoNormal">Paragraph ${number + 1}: every evening the till writes its day to a disk in the back room, and every night that disk is read once by a second machine, which compares each file with its sum and says in one line whether the day could be restored tomorrow.</p>`,
);
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h2>Why a till</h2>${paragraphs.join('')}</body></html>`;

async function photograph(name: string, width: number) {
  const file = await picture({ width, height: 700, format: 'jpeg' });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) };
}

test('a day of a writer', { timeout: 300_000 }, async (context) => {
  const { server, browser } = site;
  const { api, trpc } = await signInToApis(server);
  let page = await openScreen(browser, server, '/admin/dashboard');
  const day = createDay(context, 'Writing');
  const content = () => page.getByLabel('Content', { exact: true });

  await day(page, 'Open a new post', async ({ press }) => {
    await press('Manage Blog Posts', 'link');
    await press('Create New Post');
    await page.getByRole('heading', { name: 'Create New Post' }).waitFor();
  });
  await day(page, 'Paste 800 words from Word', async ({ write, click, key }) => {
    await write('Title', title);
    await write('Excerpt', 'One disk, one machine, one line each morning.');
    await click(content());
    await content().evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, fromWord);
    await content().getByText('Paragraph 20').waitFor();
    await key('Control+End');
  });
  await day(page, 'Add a table', async ({ type, key }) => {
    await key('Enter');
    await page.keyboard.type('/table');
    await page
      .getByRole('option', { name: /^Table/ })
      .first()
      .waitFor();
    await key('Enter');
    await content().locator('table').waitFor();
    for (const heading of ['Day', 'Disk', 'Files']) {
      await type(heading);
      await key('Tab');
    }
  });
  await day(page, 'Add two pictures and describe them', async ({ click, fill, key }) => {
    await key('Escape');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.type('/pict');
    await page
      .getByRole('option', { name: /^Picture/ })
      .first()
      .waitFor();
    await key('Enter');
    await (await chooser).setFiles([await photograph('till.jpg', 900), await photograph('disk.jpg', 940)]);
    const images = content().locator('figure img');
    await expect.poll(() => images.count()).toBe(2);
    const bar = page.getByRole('group', { name: 'Picture' });
    for (const [image, text] of [
      [images.first(), 'The till beside the oven'],
      [images.last(), 'A disk in a tin box'],
    ] as const) {
      await click(image);
      await fill(bar.getByLabel('What the picture shows'), text);
    }
  });
  // Left alone until the server has a copy, and continued in another browser.
  await expect
    .poll(async () => JSON.stringify(await trpc.workingCopies.blog.list.query({ item_id: null })))
    .toContain('A disk in a tin box');
  await page.context().close();
  page = await openScreen(browser, server, '/admin/blog-posts/new');
  await day(page, 'Continue in another browser', async ({ press }) => {
    await press('Restore draft');
    await content().getByText('Paragraph 20').waitFor();
    expect(await content().locator('figure img').count()).toBe(2);
    expect(await content().locator('table').count()).toBe(1);
    await expectAccessible(page);
  });
  await day(page, 'Save as a draft', async ({ choose, press }) => {
    await choose(page.getByLabel('Category', { exact: true }), 'Technology');
    await press('Save Blog Post');
    await page.waitForURL('**/admin/blog-posts');
    await cardOf(page, title).getByText('Draft').waitFor();
  });
  await day(page, 'Look at it as a visitor will', async ({ press }) => {
    await press(`Edit ${title}`);
    await press('Preview');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1, name: title }).waitFor();
  });
  await day(page, 'Give the author, a tag and a date', async ({ press, fill, key }) => {
    await press('Publishing');
    const drawer = page.getByRole('dialog', { name: 'Publishing' });
    await fill(drawer.getByLabel('Author', { exact: true }), 'Ada Quince');
    await fill(drawer.getByLabel('Tags', { exact: true }), 'Backups');
    await key('Enter');
    await drawer.getByLabel('Published', { exact: true }).check();
    await fill(drawer.getByLabel('Publication date'), '2099-07-01T09:00');
    await press('Done', 'button', drawer);
    await press('Save Blog Post');
  });
  await day(page, 'Publish it now instead', async ({ press }) => {
    await cardOf(page, title).getByText('Scheduled').waitFor();
    await press(`Edit ${title}`);
    await press('More ways to save');
    await page.getByRole('menuitem', { name: 'Publish now' }).click();
    await page.waitForURL('**/admin/blog-posts');
    await cardOf(page, title).getByText('Published').waitFor();
  });
  await day(page, 'Mend a typing error on the page', async ({ press, click, type, key }) => {
    await press(`Edit ${title}`);
    await click(content().getByText('Why a till'));
    await key('End');
    await type(' needs a copy');
    await key('Control+s');
    await page.getByText(/^Saved /).waitFor();
    await press('Cancel');
    await page.waitForURL('**/admin/blog-posts');
  });
  await day(page, 'Delete an old post, and take it back', async ({ press, click }) => {
    const old = page.getByRole('button', { name: /^Delete / }).nth(1);
    await click(old);
    await press('Delete Post');
    await click(page.getByRole('button', { name: 'Undo', exact: true }).last());
    await page
      .getByText(/restored/)
      .first()
      .waitFor();
  });

  const { posts } = (await api('GET', `/api/admin/blog-posts?search=${encodeURIComponent(title)}`)) as {
    posts: { content: string; is_published: boolean; author: string; tags: string[] }[];
  };
  expect(posts).toMatchObject([{ is_published: true, author: 'Ada Quince', tags: ['Backups'] }]);
  const { content: stored = '' } = posts[0] ?? {};
  expect(stored.match(/<p>Paragraph/g)).toHaveLength(20);
  expect(stored.match(/<img/g)).toHaveLength(2);
  for (const text of ['The till beside the oven', 'A disk in a tin box', 'Day', 'Files', 'needs a copy'])
    expect(stored).toContain(text);
  for (const width of [1440, 390])
    await day(page, `The post at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${server.url}/blog`);
      await page.getByRole('link', { name: title }).first().click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    });
});
