import { describe, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { cardOf, openScreen, callsOf } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const site = useBrowserSite();

const toFiles = async (names: Record<string, number>) =>
  Promise.all(
    Object.entries(names).map(async ([name, width]) => {
      const file = await picture({ width, height: 400, format: 'jpeg' }, name);
      return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) };
    }),
  );

// In this order, because the second test shows the pictures of the first.
describe('the library', { shuffle: false }, () => {
  test('pictures are uploaded, described, found, replaced and deleted', { timeout: 120_000 }, async () => {
    const page = await openScreen(site.browser, site.server, '/admin/media');
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
    await page.getByText('Upload the first files').waitFor();
    await expectAccessible(page);

    const long = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}.jpg`;
    const files = await toFiles({ 'garden.jpg': 600, 'wall.jpg': 700, [long]: 500, 'حديقة.jpg': 640 });
    const heic = {
      name: 'IMG_1.heic',
      mimeType: 'image/heic',
      buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    };
    await page.locator('input[type=file]').setInputFiles([...files, heic]);
    await page.getByText('This is a HEIC picture').waitFor();
    await cardOf(page, 'garden.jpg').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Edit / }).count()).toBe(4);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Dismiss IMG_1.heic' }).click();

    await page.getByRole('button', { name: 'Edit garden.jpg' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Picture' }).waitFor();
    await page.getByLabel('Alternative text').fill('A garden in June');
    await page.getByLabel('Caption').fill('Our summer party');
    await page.getByLabel('Tags').fill('garden');
    const point = page.getByRole('slider', { name: 'Focal point' });
    await point.focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    expect(await point.getAttribute('aria-valuetext')).toBe('30% from the left, 60% from the top');
    const box = (await point.locator('..').locator('img').boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.8, box.y + box.height * 0.2);
    await expect.poll(() => point.getAttribute('aria-valuetext')).toBe('80% from the left, 20% from the top');
    await expectAccessible(page);
    const [other] = await toFiles({ 'garden-2.jpg': 620 });
    await page.locator('input[type=file]').setInputFiles(other!);
    await page.getByText('File replaced').waitFor();
    await page.getByText('620 × 400').waitFor();
    expect(await page.getByLabel('Caption').inputValue()).toBe('Our summer party');
    await page.getByRole('button', { name: 'Save Picture' }).click();
    await page.getByText('Picture saved').waitFor();

    await page.getByLabel('Search').fill('summer');
    await expect.poll(() => page.getByRole('button', { name: /^Edit / }).count()).toBe(1);
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Alternative text').selectOption('Not described');
    await expect.poll(() => page.getByRole('button', { name: /^Edit / }).count()).toBe(3);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('table').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete wall.jpg' }).click();
    await page.getByRole('button', { name: 'Delete Picture' }).click();
    await page.getByText('Picture deleted').waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Restore wall.jpg' }).click();
    await page.getByText('Item restored').waitFor();
  });

  test('a file is uploaded, found and linked, and its name may be long', { timeout: 120_000 }, async () => {
    const page = await openScreen(site.browser, site.server, '/admin/media');
    const pdf = (name: string, text = '%PDF-1.7\n%%EOF\n') => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(text),
    });
    const long = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}.pdf`;
    await page
      .locator('input[type=file]')
      .setInputFiles([
        pdf('Price list.pdf'),
        pdf(long, '%PDF-1.7 long'),
        pdf('מחירון.pdf', '%PDF-1.7 he'),
        pdf('page.pdf', '<html>'),
      ]);
    await page.getByText('its content is something else').waitFor();
    await page.getByLabel('Kind').selectOption('Files');
    await expect.poll(() => page.getByRole('button', { name: /^Edit / }).count()).toBe(3);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit Price list.pdf' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit File' }).waitFor();
    expect(await page.getByLabel('Alternative text').count()).toBe(0);
    const address = await page
      .getByRole('link', { name: /\/uploads\/\d+-[0-9a-f]{16}\/price-list\.pdf$/ })
      .innerText();
    await expectAccessible(page);

    // Chosen for a link of a text
    await page.goto(`${site.server.url}/admin/blog-posts/new`);
    await page.locator('.ProseMirror').first().click();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Link' });
    await dialog.getByLabel('Address or page').fill('price');
    await dialog.getByRole('option', { name: 'Price list.pdf' }).waitFor();
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a file' });
    await picker.getByRole('button', { name: 'Price list.pdf' }).click();
    await expectAccessible(page);
    await picker.getByRole('button', { name: 'Use file' }).click();
    const link = page.locator('.ProseMirror a');
    expect(new URL(String(await link.getAttribute('href')), site.server.url).href).toBe(address);
  });

  test('a list that fails says so, and offers another try', async () => {
    const page = await openScreen(site.browser, site.server, '/admin/dashboard');
    await page.route(callsOf('media.list'), (route) => route.abort());
    await page.goto(`${site.server.url}/admin/media`);
    await page.getByText('Couldn’t load the library').waitFor({ timeout: 30_000 });
    await page.unroute(callsOf('media.list'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await cardOf(page, 'garden.jpg').or(page.getByRole('table')).first().waitFor();
  });
});
