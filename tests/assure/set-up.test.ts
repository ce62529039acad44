import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defaultsFor } from '../../src/shared/settings/defaults.ts';
import { useBrowserSite } from '../support/browser-site.ts';
import { atEachWidthAndTheme, expectAccessibleAt, overflowOf } from '../support/page-checks.ts';
import { openScreen, tabTo } from '../support/panel-screens.ts';
import { expectAccessible, signIn } from '../support/real-browser.ts';
import { admin } from '../support/running-server.ts';

// A new installation, with its sample content.
const site = useBrowserSite({ SEED: 'starter' });

const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">
    <path d="M0 0H90V30H0Z" fill="#f26a1b"/><path d="M4 4H26V26H4Z" fill="#222222"/>
  </svg>`,
);
const steps = ['business', 'company', 'look', 'home', 'contact', 'pages', 'sample-content'];

async function lookAt(page: Page, name: string) {
  await atEachWidthAndTheme(page, [390, 1440], async (look) => {
    await expectAccessibleAt(page, look);
    expect(await overflowOf(page), name).toBe(0);
    const shots = process.env.SET_UP_SHOTS;
    const file = `${name}-${look.width}-${look.colorScheme}.png`;
    if (shots) await page.screenshot({ path: `${shots}/${file}`, fullPage: true });
  });
}

test('every step and the dashboard are accessible and fit at 390 and 1440 px in both themes', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/dashboard', { reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Start the set-up' }).waitFor();
  await lookAt(page, 'dashboard');
  for (const step of steps) {
    await page.goto(`${site.server.url}/admin/set-up/${step}`);
    await page.getByRole('button', { name: /Save and continue|Open your site/ }).waitFor();
    await lookAt(page, step);
  }
  await page.context().close();
});

test('the keyboard leads through the steps, and each takes the focus to its heading', async () => {
  const page = await openScreen(site.browser, site.server, '/admin/set-up/business');
  for (const [place, step] of steps.slice(1).entries()) {
    await tabTo(page.getByRole('link', { name: 'Skip this step' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/set-up/${step}`);
    const focused = () => document.activeElement?.textContent;
    const titles = ['Company', 'Look', 'Home page', 'Contact', 'Pages', 'Sample content'];
    await expect.poll(() => page.evaluate(focused)).toBe(titles[place]);
  }
  await tabTo(page.getByRole('button', { name: 'Remove the sample content' }));
  await page.context().close();
});

test('an admin makes a new site their own from the first sign-in', async () => {
  let [clicks, entries] = [0, 0];
  const page = await site.browser.visit('about:blank');
  const click = async (role: 'link' | 'button' | 'checkbox', name: string) => {
    clicks += 1;
    await page.getByRole(role, { name, exact: true }).click();
  };
  const fill = async (label: string, text: string) => {
    entries += 1;
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
  };
  await signIn(page, site.server);
  await click('link', 'Start the set-up');
  await page.waitForURL('**/set-up/business');
  entries += 2;
  await page.getByLabel('Country', { exact: true }).selectOption('DE');
  // The language follows the country until somebody chooses another.
  const language = page.getByLabel('Language', { exact: true });
  expect(await language.inputValue()).toBe('de');
  entries += 1;
  await language.selectOption('English');
  await page.getByLabel('What do you do?', { exact: true }).selectOption('IT services');
  await click('button', 'Save and continue');

  await page.waitForURL('**/set-up/company');
  await fill('Name', 'Brightforge GmbH');
  await fill('Legal name', 'Brightforge GmbH');
  await fill('Founded', '1998');
  await fill('Slogan', 'Metal, made to measure.');
  await fill('In one sentence', '{name} builds tools and fixtures for workshops in Swabia.');
  await click('button', 'Save and continue');

  await page.waitForURL('**/set-up/look');
  const chooser = page.waitForEvent('filechooser');
  await click('button', 'Choose logo');
  await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo });
  entries += 1;
  const offered = page.getByRole('group', { name: 'Colours of your logo' }).getByRole('button');
  await offered.first().waitFor();
  expect(await offered.allTextContents()).toEqual(['#f26a1b', '#222222']);
  await click('button', '#f26a1b');
  expect(await page.getByLabel('Your colour', { exact: true }).inputValue()).toBe('#f26a1b');
  await page.getByText('Links are #a14000 on the light page').waitFor();
  await expectAccessible(page);
  await click('button', 'Save and continue');

  await page.waitForURL('**/set-up/home');
  await click('link', 'Skip this step');
  await page.waitForURL('**/set-up/contact');
  await page.getByLabel('Street', { exact: true }).waitFor();
  // The order of the fields is that of the country.
  const labels = await page
    .getByRole('group', { name: 'Address' })
    .first()
    .locator('label')
    .allTextContents();
  expect(labels.slice(0, 4)).toEqual(['Street', 'Postcode', 'City', 'State or region']);
  await fill('Street', 'Königstraße 1');
  await fill('Postcode', '70173');
  await fill('City', 'Stuttgart');
  await fill('Phone', '+49 711 5550100');
  await fill('Email', 'hallo@brightforge.example.com');
  await click('button', 'Save and continue');

  // Somebody who leaves goes on at the first step that is not done.
  await page.waitForURL('**/set-up/pages');
  await page.goto(`${site.server.url}/admin/dashboard`);
  await page.getByText('4 of 7 are done').waitFor();
  await click('link', 'Continue the set-up');
  await page.waitForURL('**/set-up/home');
  await page.goto(`${site.server.url}/admin/set-up/pages`);
  for (const name of ['Gallery', 'Internship']) await click('checkbox', name);
  await click('button', 'Save and continue');

  await page.waitForURL('**/set-up/sample-content');
  await click('button', 'Remove the sample content');
  await page.getByText('100 sample entries removed').waitFor();
  await page.getByText('There is no sample content on this site.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('100 sample entries restored').waitFor();
  await click('button', 'Remove the sample content');
  await page.getByRole('button', { name: 'Undo the removal' }).waitFor();
  await expectAccessible(page);
  await click('button', 'Open your site');
  await page.waitForURL(`${site.server.url}/`);
  await page.getByRole('heading', { level: 1, name: 'Metal, made to measure.' }).waitFor();
  await page
    .getByText('Brightforge GmbH builds tools and fixtures for workshops in Swabia.')
    .first()
    .waitFor();
  await page.locator('img[alt="Brightforge GmbH"]').first().waitFor();
  expect(await page.locator('footer').innerText()).toContain('70173 Stuttgart');
  expect((await fetch(`${site.server.url}/gallery`)).status).toBe(404);
  expect(await (await fetch(`${site.server.url}/blog`)).text()).not.toContain('restore drill');
  console.info(`The set-up took ${clicks} clicks and ${entries} entries.`);
  expect(clicks).toBeLessThanOrEqual(25);

  await page.goto(`${site.server.url}/admin/dashboard`);
  const checklist = page.getByRole('region', { name: /^Before visitors come: 4 of 10 done/ });
  await checklist.waitFor();
  expect(await page.getByRole('link', { name: /set-up/ }).count()).toBe(0);
  await expectAccessible(page);
  const demo = checklist.getByText('Demo text still shown on:');
  expect(await demo.innerText()).toContain('Home, About, Services');
  await demo.getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/settings/pages#about.mission');
  const focused = () => document.activeElement?.closest('[data-path]')?.getAttribute('data-path');
  await expect.poll(() => page.evaluate(focused)).toBe('about.mission');
  await page.goBack();
  await checklist.getByRole('button', { name: 'Hide this checklist' }).click();
  await page.getByText('The checklist is hidden').waitFor();
  await expect.poll(() => checklist.count()).toBe(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await checklist.waitFor();
  await page.context().close();
}, 120_000);

// The other tests have changed their site.
const untouched = useBrowserSite({ SEED: 'starter' });

test('a practice in Türkiye is shown Turkish texts from the second step on, and no English default is stored', {
  timeout: 120_000,
}, async () => {
  const page = await openScreen(untouched.browser, untouched.server, '/admin/set-up/business');
  await page.getByLabel('Country', { exact: true }).selectOption('TR');
  await page.getByLabel('What do you do?', { exact: true }).selectOption('Health practice');
  const next = page.getByRole('button', { name: 'Save and continue' });
  await next.click();
  await page.waitForURL('**/set-up/company');
  const { company } = defaultsFor({ language: 'tr', trade: 'health' });
  const slogan = page.getByLabel('Slogan', { exact: true });
  await slogan.waitFor();
  expect(await slogan.inputValue()).toBe(company.tagline);
  await lookAt(page, 'turkish');
  await page.getByLabel('Name', { exact: true }).fill('Çınar Diş');
  await next.click();
  for (const step of steps.slice(2, -1)) {
    await page.waitForURL(`**/set-up/${step}`);
    await next.click();
  }
  await page.waitForURL('**/set-up/sample-content');
  const send = async (path: string, init: RequestInit = {}) =>
    (await fetch(untouched.server.url + path, init)).json();
  const { token } = await send('/api/admin/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const read = (path: string) => send(path, { headers: { authorization: `Bearer ${token}` } });
  const stored = await read('/api/admin/settings/company');
  expect(stored.value).toMatchObject({
    name: 'Çınar Diş',
    tagline: company.tagline,
    summary: company.summary,
  });
  for (const group of ['brand', 'pages', 'features', 'lists', 'choices'])
    expect((await read(`/api/admin/settings/${group}`)).version, group).toBe(0);
  expect((await read('/api/admin/settings/choices')).value).toEqual(
    defaultsFor({ language: 'tr', trade: 'health' }).choices,
  );
  // The texts are those of the language and the trade, so they follow another language.
  await page.goto(`${untouched.server.url}/admin/settings/region`);
  await page.getByLabel('Language', { exact: true }).selectOption('German');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved. Visitors see it now.').waitFor();
  const german = await read('/api/admin/settings/company');
  expect(german.value.tagline).toBe(defaultsFor({ language: 'de', trade: 'health' }).company.tagline);
  await page.context().close();
});
