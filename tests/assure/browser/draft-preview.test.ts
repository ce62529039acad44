import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin, type RunningServer } from '../../support/running-server.ts';

const site = useBrowserSite();
const wide = { viewport: { width: 1440, height: 900 } };
const frameTitle = 'iframe[title="The page with your changes"]';

async function adminHeaders({ url }: RunningServer): Promise<Record<string, string>> {
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify(admin);
  const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers: json, body });
  return { ...json, authorization: `Bearer ${((await answer.json()) as { token: string }).token}` };
}

test('a draft that is typed stands on its page beside the form, and a link shows it once it is saved', async () => {
  const { browser, server } = site;
  const page = await openScreen(browser, server, '/admin/blog-posts/new', wide);
  const preview = page.getByRole('button', { name: 'Preview', exact: true });
  await preview.focus();
  await page.keyboard.press('Enter');
  const frame = page.frameLocator(frameTitle);
  await page.getByLabel('Title', { exact: true }).fill('A mast in the wind');
  await frame.getByRole('heading', { level: 1, name: 'A mast in the wind' }).waitFor();
  await page.getByLabel('Excerpt', { exact: true }).fill('It bends and stands.');
  await frame.getByText('It bends and stands.').waitFor();
  await page.getByRole('textbox', { name: 'Content' }).fill('Wind comes from the west.');
  await frame.getByText('Wind comes from the west.').waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-path]')?.getAttribute('data-path'));
  await frame.getByText('It bends and stands.').click();
  await expect.poll(focused).toBe('excerpt');
  await frame.getByText('Wind comes from the west.').click();
  await expect.poll(focused).toBe('content');
  await page.getByText('Save it first to share a link to the draft.').waitFor();
  await expectAccessible(page);

  const file = await picture();
  await page.getByLabel('Featured image').setInputFiles({
    name: 'mast.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await file.arrayBuffer()),
  });
  const isShown = () =>
    page.evaluate(
      () =>
        document
          .querySelector('iframe')
          ?.contentDocument?.querySelector<HTMLImageElement>('img[src^="blob:"]')?.naturalWidth ?? 0,
    );
  await expect.poll(isShown).toBeGreaterThan(0);
  await frame.locator('img[src^="blob:"]').first().click();
  await expect.poll(focused).toBe('featured_image');
  await page.context().close();
});

test.skipIf(isShortForm)(
  'a link that is made in the form opens for somebody without an account, until all previews are ended',
  async () => {
    const { browser, server } = site;
    const headers = await adminHeaders(server);
    const job = {
      title: 'Keeper of the mast',
      description: 'Somebody must look after it.',
      type: 'Full-time',
      department: 'Masts',
      location: 'Oslo',
      is_active: false,
      requirements: ['Patience'],
      responsibilities: ['Look up'],
    };
    const made = await fetch(`${server.url}/api/admin/jobs`, {
      method: 'POST',
      headers,
      body: JSON.stringify(job),
    });
    const { id } = (await made.json()) as { id: number };
    const page = await openScreen(browser, server, `/admin/jobs/${id}/edit`, wide);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page
      .frameLocator(frameTitle)
      .getByRole('heading', { level: 1, name: 'Keeper of the mast' })
      .waitFor();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Link to the draft').inputValue();
    const address = link.replace(/^https?:\/\/[^/]+/, server.url);

    const guest = await browser.visit(address, { viewport: { width: 390, height: 844 } });
    await guest.getByText(/Preview: not published\. Valid until/).waitFor();
    await guest.getByRole('heading', { level: 1, name: 'Keeper of the mast' }).waitFor();
    await expectAccessible(guest);
    expect((await guest.reload())?.status()).toBe(200);

    await expectAccessible(page);
    await page.getByRole('button', { name: 'End all previews' }).click();
    await page.getByText('All links to this draft have ended.').waitFor();
    expect((await guest.reload())?.status()).toBe(404);
    await guest.context().close();
    await page.context().close();
  },
);
