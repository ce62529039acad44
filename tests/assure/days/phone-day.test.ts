import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { createDay } from '../../support/day.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

const site = useBrowserSite({ SEED: 'starter' });

test('a day on the phone', { timeout: 300_000 }, async (context) => {
  const { server, browser } = site;
  await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Murat Donaudampfschifffahrtskapitän',
      email: 'murat@example.com',
      subject: 'A leaking roof',
      message: 'It drips since Monday.',
    }),
  });
  const { trpc } = await signInToApis(server);
  const page = await openScreen(browser, server, '/admin/dashboard', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  const day = createDay(context, 'Phone');

  await day(page, 'Look at the dashboard', async () => {
    await page.getByText('A leaking roof').first().waitFor();
    await expectAccessible(page);
  });
  await day(page, 'Open the message', async ({ click }) => {
    await click(page.getByRole('link', { name: 'View All' }));
    await click(page.getByRole('button', { name: /A leaking roof/ }));
    await page.getByRole('dialog', { name: 'Message Details' }).getByText('It drips since Monday.').waitFor();
  });
  await day(page, 'Take it, note, done', async ({ fill, press, choose }) => {
    const details = page.getByRole('dialog', { name: 'Message Details' });
    await choose(details.getByLabel('Assigned to'), 'Administrator');
    await page
      .getByText(/took it ·/)
      .first()
      .waitFor();
    await fill(details.getByLabel('Note'), 'Call him');
    await press('Add note', 'button', details);
    await page.getByText('Note added').last().waitFor();
    await press('Done', 'button', details);
    await details.waitFor({ state: 'hidden' });
  });
  await day(page, 'Post a photograph with a line', async ({ write, choose, click, type, press }) => {
    await click(page.getByRole('link', { name: 'Blog posts' }).last());
    await press('Create New Post');
    await write('Title', 'A roof in the rain');
    await write('Excerpt', 'What we found under the slates.');
    await click(page.getByLabel('Content', { exact: true }));
    await type('Three slates had slipped.');
    await choose(page.getByLabel('Category', { exact: true }), 'Company News');
    const file = await picture({ width: 1200, height: 900, format: 'jpeg' });
    const photograph = {
      name: 'roof.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await file.arrayBuffer()),
    };
    await page.getByLabel('Featured image', { exact: true }).first().setInputFiles(photograph);
    await press('Publish immediately', 'checkbox');
    await press('Save Blog Post');
    await page.getByRole('heading', { name: 'A roof in the rain' }).waitFor();
  });
  await day(page, 'See it as a visitor', async () => {
    await page.goto(`${server.url}/blog`);
    await page.getByRole('link', { name: 'A roof in the rain' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'A roof in the rain' }).waitFor();
    await expectAccessible(page);
  });
  await day(page, 'Find a setting', async ({ fill, click }) => {
    await page.goto(`${server.url}/admin/settings/company`);
    await fill(page.getByRole('searchbox', { name: 'Find a setting' }), 'phone');
    await click(page.getByRole('link', { name: /Phone/ }).first());
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  });

  const { posts } = await trpc.blog.list.query({ search: 'A roof in the rain' });
  expect(posts).toMatchObject([{ is_published: true, content: '<p>Three slates had slipped.</p>' }]);
});
