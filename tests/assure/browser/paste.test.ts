import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { signInToApis } from '../../support/running-server.ts';

const site = useBrowserSite();
let token: string;
let page: Page;
beforeAll(async () => {
  const { headers } = await signInToApis(site.server);
  token = headers.authorization;
  page = await openScreen(site.browser, site.server, '/admin/blog-posts');
  page.on('dialog', (dialog) => dialog.accept());
});

interface Clipboard {
  html?: string;
  text?: string;
  /** The bytes of a picture, in base64. */
  picture?: string;
}

/** Opens the form of a new post. All tests use one tab, because loading the panel took longer than a paste. */
async function openEditor(): Promise<Page> {
  // After a failed test, the form of that test is open.
  if (!page.url().endsWith('/admin/blog-posts')) await page.goto(`${site.server.url}/admin/blog-posts`);
  await page.getByRole('button', { name: 'Create New Post' }).click();
  await page.getByLabel('Title').fill('Pasted');
  await page.getByLabel('Excerpt').fill('What a visitor reads first');
  await page.getByLabel('Category').selectOption('Innovation');
  await page.getByLabel('Content').click();
  return page;
}

/** Pastes as a browser does: the same event, with the same kinds of content. */
async function paste(page: Page, clipboard: Clipboard): Promise<void> {
  await page.getByLabel('Content').evaluate((element, { html, text, picture: bytes }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (text !== undefined) data.setData('text/plain', text);
    if (bytes) {
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], 'image.png', { type: 'image/png' }));
    }
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, clipboard);
}

/** Saves the post and returns its stored content. Ids of pictures depend on the order of the tests. */
async function storedBy(page: Page): Promise<string> {
  // The notice of the post before may still cover the button.
  await page.getByLabel('Title').press('Control+s');
  await page.getByText(/^Saved /).waitFor();
  const answer = await fetch(`${site.server.url}/api/admin/blog-posts`, {
    headers: { authorization: token },
  });
  const { posts } = (await answer.json()) as { posts: { content: string }[] };
  return posts[0]!.content.replaceAll(/data-media="\d+"/g, 'data-media="1"');
}

async function removeMissing(page: Page): Promise<number> {
  const buttons = page.getByLabel('Content').getByRole('button', { name: 'Remove' });
  const count = await buttons.count();
  for (let left = count; left > 0; left -= 1) await buttons.first().click();
  return count;
}

const fixture = (name: string) => readFile(`tests/fixtures/clipboard/${name}`, 'utf8');
const smallPicture = async () => {
  const file = await picture({ width: 40, height: 30, format: 'png' });
  return Buffer.from(await file.arrayBuffer()).toString('base64');
};

test.each([
  ...['google-docs', 'word-desktop', 'word-online', 'pages', 'notion', 'sheets', 'web-page'],
  ...['data-picture', 'libre-office', 'libre-calc', 'confluence', 'outlook'],
  ...['excel', 'excel-online', 'word-online-table', 'sheets-merged', 'pages-table'],
])('E1, E4 what is copied from %s is stored with its meaning', async (name) => {
  const page = await openEditor();
  await paste(page, { html: await fixture(`${name}.html`) });
  await removeMissing(page);
  await expect(await storedBy(page)).toMatchFileSnapshot(`../../fixtures/clipboard/${name}.stored.html`);
});

test('Markdown stays as it is until the person asks for formatted text', async () => {
  const page = await openEditor();
  await paste(page, { text: await fixture('markdown.txt') });
  await page.getByText('# Moving day').waitFor();
  await page.getByRole('button', { name: 'Paste as formatted text' }).click();
  await page.getByRole('heading', { name: 'Moving day' }).waitFor();
  await expect(await storedBy(page)).toMatchFileSnapshot('../../fixtures/clipboard/markdown.stored.html');
});

test('plain text keeps its paragraphs and lines, and its addresses are links', async () => {
  const page = await openEditor();
  await paste(page, { text: await fixture('plain-urls.txt') });
  await expect(await storedBy(page)).toMatchFileSnapshot('../../fixtures/clipboard/plain-urls.stored.html');
});

test('E2 a copied picture goes into the text and leaves the cover alone', async () => {
  const page = await openEditor();
  await paste(page, { html: await fixture('picture-copied.html'), picture: await smallPicture() });
  await page.getByLabel('Content').locator('figure img[alt="A lamp"]').waitFor();
  expect(await page.getByRole('img', { name: /Selected image/ }).count()).toBe(0);
  await expect(await storedBy(page)).toMatchFileSnapshot(
    '../../fixtures/clipboard/picture-copied.stored.html',
  );
});

test('one undo takes back a paste and nothing else', async () => {
  const page = await openEditor();
  const content = page.getByLabel('Content');
  await page.keyboard.type('Before ');
  await paste(page, { html: await fixture('google-docs.html') });
  await page.keyboard.type('after');
  await page.keyboard.press('Control+z');
  expect(await content.getByText('forty racks').count()).toBe(1);
  await page.keyboard.press('Control+z');
  expect(await content.innerText()).toBe('Before ');
  await storedBy(page);
});
