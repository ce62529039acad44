import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();

async function send(method: string, path: string, body: object, token = ''): Promise<Record<string, never>> {
  const answer = await fetch(`${server.url}/api/admin${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const read = (await answer.json()) as Record<string, never>;
  expect(answer.ok, JSON.stringify(read)).toBe(true);
  return read;
}

test('an editor translates a post beside its original, and visitors switch between the languages', async () => {
  const { token } = await send('POST', '/login', admin);
  await send('PUT', '/settings/region', { value: { further_languages: ['de', 'fr'] } }, token);
  const post = { title: 'Measuring', excerpt: 'How we measure.', content: '<p>With a rule.</p>' };
  const more = { category: 'Innovation', tags: [], is_published: true, slug: 'measuring' };
  const { id } = await send('POST', '/blog-posts', { ...post, ...more }, token);

  const page = await openScreen(browser, server, `/admin/blog-posts/${id}/edit`);
  await page.getByRole('button', { name: 'Translate into German' }).click();
  const original = page.getByRole('region', { name: 'Original' });
  await original.getByText('How we measure.').waitFor();
  expect(await page.getByText('Address:').first().innerText()).toContain('/de/blog/');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Title' }).fill('Messen');
  await page.getByRole('button', { name: 'Copy Excerpt' }).click();
  await page.keyboard.press('Control+s');
  await page.getByRole('link', { name: 'English', exact: true }).waitFor();
  const german = Number(/\/(\d+)\/edit/.exec(page.url())![1]);
  await send('PATCH', `/blog-posts/${german}`, { is_published: true, slug: 'messen' }, token);
  await send('PATCH', `/blog-posts/${id}`, { excerpt: 'How we measure now.' }, token);

  await page.reload();
  await page.getByText('The original has changed').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'It is up to date' }).click();
  await page.getByText('The original has changed').waitFor({ state: 'detached' });

  await page.goto(`${server.url}/admin/settings/page/contact?language=de`);
  const heading = page.getByRole('textbox', { name: 'Heading' }).first();
  await heading.waitFor();
  await expectAccessible(page);
  await heading.fill('Schreiben Sie uns');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Visitors see it now.').first().waitFor();

  const visit = await browser.visit(`${server.url}/blog/measuring`);
  await visit.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click();
  await visit.waitForURL('**/de/blog/messen');
  await expectAccessible(visit);
  await visit.goto(`${server.url}/de/contact`);
  await visit.getByRole('heading', { name: 'Schreiben Sie uns' }).waitFor();
});
