import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

const site = useBrowserSite();

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Into the folder `DESK_PICTURES` if that is set. */
async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env.DESK_PICTURES;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()!.width}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: null });
}

const isInView = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const element = wanted === 'focus' ? document.activeElement! : document.querySelector(wanted)!;
    const { top, bottom } = element.getBoundingClientRect();
    const foot = document
      .querySelector('button[aria-label="More ways to save"]')!
      .closest('div[class*="foot"]')!;
    return (
      top >= 0 &&
      (foot.contains(element) ? bottom <= innerHeight : bottom <= foot.getBoundingClientRect().top)
    );
  }, selector);

test.each(windows)(
  'a refused save is in view at $width px, and no field is below the bar',
  async (viewport) => {
    const page = await openScreen(site.browser, site.server, '/admin/blog-posts/new', { viewport });
    await page.getByLabel('Title').fill('A hall of light');
    await page.getByLabel('Publish immediately').check();
    await page.getByRole('list', { name: 'Before visitors see it:' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save Blog Post' }).click();
    await page.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor();
    expect(await isInView(page, '[data-failure]'), 'the message').toBe(true);
    await expect.poll(() => isInView(page, 'focus'), { message: 'the first refused field' }).toBe(true);
    await photograph(page, 'refused');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose a category' }).click();
    await expect.poll(() => isInView(page, 'focus'), { message: 'the category' }).toBe(true);
    for (let tabs = 0; tabs < 12; tabs += 1) {
      await page.keyboard.press('Shift+Tab');
      const isJudged = await page.evaluate(() => {
        const { activeElement: field } = document;
        return field!.closest('form') !== null && field!.clientHeight < innerHeight / 3;
      });
      if (isJudged) expect(await isInView(page, 'focus'), `${tabs} fields back`).toBe(true);
    }
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.context().close();
  },
);

test('Ctrl+S keeps a title as a draft, and the caret and the history of the text stay', async () => {
  const { trpc } = await signInToApis(site.server);
  const page = await openScreen(site.browser, site.server, '/admin/blog-posts/new');
  await page.getByLabel('Title').fill('Begun');
  const content = page.getByLabel('Content', { exact: true });
  await content.click();
  await photograph(page, 'empty-editor');
  await page.keyboard.type('One ');
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/admin/blog-posts/*/edit');
  await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
  await page.keyboard.type('two');
  expect((await content.innerText()).trim()).toBe('One two');
  await page.getByRole('heading', { level: 1, name: 'Edit Blog Post' }).waitFor();
  await photograph(page, 'saved');
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () =>
      (await trpc.blog.list.query({ search: 'Begun' })).posts.map(({ content: text }) => text),
    )
    .toEqual(['<p>One two</p>']);
  await page.keyboard.press('Control+z');
  expect((await content.innerText()).trim()).not.toBe('One two');
  await page.keyboard.press('Control+Shift+z');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Edit Blog Post' }).waitFor();
  expect((await content.innerText()).trim()).toBe('One two');
  const [post] = (await trpc.blog.list.query({ search: 'Begun' })).posts;
  expect(post).toMatchObject({ excerpt: '', category: '', missing: ['excerpt', 'category'], state: 'draft' });
  await page.goto(`${site.server.url}/admin/blog-posts`);
  await page.getByRole('heading', { name: 'Begun' }).waitFor();
  await photograph(page, 'list');
  await expectAccessible(page);
  await page.goto(`${site.server.url}/admin/blog-posts/new`);
  await page.getByRole('button', { name: 'More ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Save and stay' }).waitFor();
  await photograph(page, 'menu');
  await expectAccessible(page, undefined, '[role="menu"]');
  await page.context().close();
});

test.each(windows)('the bar of a table or a picture covers no line at $width px', async (viewport) => {
  const { trpc } = await signInToApis(site.server);
  const file = await picture({ width: 800, height: 300 }, 'hall.png');
  const form = new FormData();
  form.append('file', file);
  const { headers } = await signInToApis(site.server);
  const answer = await fetch(`${site.server.url}/api/admin/media`, { method: 'POST', body: form, headers });
  const { id: media } = (await answer.json()) as { id: number };
  const lines = Array.from({ length: 12 }, (_, at) => `<p>Line ${at + 1}</p>`).join('');
  const table = '<table><tbody><tr><td><p>Cell</p></td></tr></tbody></table>';
  const figure = `<figure data-kind="picture"><img data-media="${media}"></figure>`;
  const { id } = await trpc.blog.saveDraft.mutate({
    title: 'Bars',
    content: `${lines}${table}${lines}${figure}${lines}`,
  });
  const page = await openScreen(site.browser, site.server, `/admin/blog-posts/${id}/edit`, { viewport });
  const content = page.getByLabel('Content', { exact: true });
  for (const [name, block] of [
    ['Table', content.getByText('Cell')],
    ['Picture', content.locator('figure img')],
  ] as const) {
    await block.click();
    const bar = page.getByRole('group', { name, exact: true });
    await bar.waitFor();
    await photograph(page, `bar-${name.toLowerCase()}`);
    await expectAccessible(page);
    const covered = await bar.evaluate(
      (element, tag) => {
        const near = document.querySelector(`.ProseMirror ${tag}`)!;
        const outer = near.closest('.tableWrapper, figure') ?? near;
        const { top, bottom } = element.getBoundingClientRect();
        return [outer.previousElementSibling, outer, outer.nextElementSibling].map((line) => {
          const box = line!.getBoundingClientRect();
          return Math.min(bottom, box.bottom) - Math.max(top, box.top) > 0;
        });
      },
      name === 'Table' ? 'table' : 'figure',
    );
    expect(covered, name).toEqual([false, false, false]);
  }
  await page.context().close();
});

test('an empty text names the slash, and one row of its list looks chosen', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/blog-posts/new');
  const content = page.getByLabel('Content', { exact: true });
  const hint = 'Write here, or type / for a list of blocks';
  expect(await content.getAttribute('aria-placeholder')).toBe(hint);
  const shown = () =>
    content.evaluate((text) => getComputedStyle(text.querySelector('p')!, '::before').content.slice(1, -1));
  expect(await shown()).toBe(hint);
  await content.click();
  await page.keyboard.type('/');
  const options = page.getByRole('option');
  await options.nth(3).hover();
  await expect.poll(() => options.nth(3).getAttribute('aria-selected')).toBe('true');
  const backgrounds = await options.evaluateAll((rows) =>
    rows.map((row) => getComputedStyle(row).backgroundColor),
  );
  expect(backgrounds.filter((each) => each === backgrounds[3])).toHaveLength(1);
  await photograph(page, 'slash');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  expect(await options.nth(4).getAttribute('aria-selected')).toBe('true');
  await page.context().close();
});
