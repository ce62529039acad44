import type { Page } from 'playwright-core';
import { picture } from '../support/pictures.ts';
import type { PicturedScreen } from './pictured-screens.ts';

const path = '/admin/blog-posts/:writing/edit';
const content = (page: Page) => page.getByLabel('Content');
const tool = async (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Format' }).getByRole('button', { name, exact: true }).click();
const atEnd = async (page: Page) => {
  await content(page).click();
  await page.keyboard.press('Control+End');
};

/** Returns a screen that shows the editor after `act`, in a post with every kind of block. */
const editor = (
  name: string,
  act: NonNullable<PicturedScreen['act']>,
  more: Partial<PicturedScreen> = {},
): PicturedScreen => ({
  name: `editor-${name}`,
  path,
  states: ['full'],
  act,
  ...more,
});
const inBlock = (selector: string) => async (page: Page) => {
  await content(page).locator(selector).first().click();
  await page.locator('.writing-bar').waitFor();
};

export const writingScreens: readonly PicturedScreen[] = [
  { name: 'editor', path, states: ['full', 'late'] },
  editor('slash', async (page) => {
    await atEnd(page);
    await page.keyboard.type('/');
    await page.getByRole('listbox', { name: 'Blocks' }).waitFor();
  }),
  editor('add', async (page) => tool(page, 'Add a block')),
  editor('keys', async (page) => tool(page, 'Keys')),
  editor('outline', async (page) => {
    await tool(page, 'Outline');
    await page.getByText('Visitors cannot open these links').waitFor();
  }),
  editor('full-screen', async (page) => tool(page, 'Full screen')),
  editor('link', async (page) => {
    await atEnd(page);
    await page.keyboard.press('Control+k');
    await page.getByLabel('Address or page').fill('ca');
    await page.getByRole('listbox', { name: 'Pages of this site' }).getByRole('option').first().waitFor();
  }),
  editor('video', async (page) => {
    await atEnd(page);
    await page.keyboard.type('/video');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Video' }).getByRole('button', { name: 'Add' }).click();
  }),
  editor('picture', inBlock('figure[data-kind="picture"] img')),
  editor('gallery', inBlock('figure[data-kind="gallery"] figcaption')),
  editor('table', inBlock('td')),
  editor('box', inBlock('aside p')),
  editor('code', inBlock('pre')),
  editor('missing-picture', async (page) => {
    await atEnd(page);
    await content(page).evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['x'], 'IMG_1.heic', { type: 'image/heic' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByText('Browsers cannot show HEIC pictures').waitFor();
    await page.getByRole('button', { name: 'Save Blog Post' }).click();
    await page.getByText('Not saved').waitFor();
  }),
  editor('markdown', async (page) => {
    await atEnd(page);
    await content(page).evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '# A title\n\n- one\n- two\n\n| a | b |\n| - | - |');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByRole('button', { name: 'Paste as formatted text' }).waitFor();
  }),
  editor('library', openLibrary, { states: ['full', 'failing', 'late'], calls: /media\.list/ }),
];

async function openLibrary(page: Page): Promise<void> {
  await atEnd(page);
  await page.keyboard.type('/library');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Choose/ }).waitFor();
  await page.waitForTimeout(1500);
}

const media = '/admin/media';

export const mediaScreens: readonly PicturedScreen[] = [
  { name: 'media-list', path: media, states: ['full', 'empty', 'failing', 'late'] },
  { name: 'media-none-found', path: `${media}?search=zzzzqqqq`, states: ['full'] },
  {
    name: 'media-table',
    path: media,
    states: ['full'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Table' }).click();
      await page.getByRole('table').waitFor();
    },
  },
  {
    name: 'media-delete',
    path: media,
    states: ['full'],
    act: async (page) =>
      page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click(),
  },
  {
    name: 'media-upload',
    path: media,
    states: ['full'],
    act: async (page) => {
      const file = await picture({ width: 300, height: 200, format: 'jpeg' });
      await page.locator('input[type=file]').setInputFiles([
        {
          name: 'IMG_1.heic',
          mimeType: 'image/heic',
          buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
        },
        { name: 'small.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) },
      ]);
      await page.getByText('This is a HEIC picture').waitFor();
    },
  },
  { name: 'media-edit', path: `${media}/:hostile/edit`, states: ['full', 'failing', 'late'] },
  { name: 'media-missing', path: `${media}/999999/edit`, states: ['full'] },
  { name: 'media-trash', path: `${media}/trash`, states: ['full', 'empty', 'failing', 'late'] },
];
