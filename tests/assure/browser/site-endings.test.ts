import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { findSmallTargets } from '../../support/page-checks.ts';
import { publicPages } from '../../support/public-pages.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const site = useBrowserSite('starter');
const phone = { viewport: { width: 390, height: 844 } };
const withoutScript = { ...phone, javaScriptEnabled: false };
const maxHeight = 9000;

const open = (path: string, options: object = phone) => site.browser.visit(site.server.url + path, options);
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test('on a phone, no page of the starter content is longer than 9,000 px', {
  timeout: 90_000,
}, async () => {
  const pages = await publicPages(site.server);
  const more = ['/team?page=2', '/portfolio?page=2', '/blog?page=2', '/blog?author=Leila+Farahmand'];
  const page = await open('/');
  const heights: Record<string, number> = {};
  for (const path of [...Object.values(pages), ...more]) {
    await page.goto(site.server.url + path);
    heights[path] = await heightOf(page);
  }
  const long = Object.entries(heights).filter(([, height]) => height > maxHeight);
  expect(long).toEqual([]);
});

const boxes = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.job-bar')!.getBoundingClientRect();
    const isCovered = (selector: string) => {
      const { top, bottom } = document.querySelector(selector)!.getBoundingClientRect();
      return top < bar.bottom && bottom > bar.top;
    };
    return {
      isOnScreen: bar.top >= 0 && bar.bottom <= innerHeight + 1,
      isOverForm: isCovered('#apply'),
      isOverFooter: isCovered('footer'),
    };
  });

test.each([phone, withoutScript])(
  'on a phone, a job can be applied for from everywhere in its text',
  async (options) => {
    const { job } = await publicPages(site.server);
    const page = await open(job!, options);
    const bottom = await page.evaluate(
      () => document.querySelector('#apply')!.getBoundingClientRect().top - innerHeight - 10,
    );
    for (const top of [0, 300, Math.floor(bottom / 2), bottom]) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
      expect(await boxes(page), `${top}`).toEqual({
        isOnScreen: true,
        isOverForm: false,
        isOverFooter: false,
      });
    }
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const atEnd = await boxes(page);
    expect([atEnd.isOverForm, atEnd.isOverFooter]).toEqual([false, false]);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.getByRole('link', { name: 'Apply', exact: true }).last().click();
    await expect.poll(() => page.url()).toContain('#apply');
  },
);

test('on a desktop, a job can be applied for at its top', async () => {
  const { job } = await publicPages(site.server);
  const page = await open(job!, {});
  const box = await page.getByRole('link', { name: 'Apply', exact: true }).boundingBox();
  expect(box!.y).toBeLessThan(700);
});

test('an application is answered with the step that follows and a reference', async () => {
  const page = await open('/career');
  const path = await page.locator('.career-list h3 a', { hasText: 'Technical Writer' }).getAttribute('href');
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await open(path!, { ...phone, javaScriptEnabled });
    await visitor.getByLabel('Name').fill('Ada Byron');
    await visitor.getByLabel('Email').fill('ada@example.com');
    await visitor.getByLabel('Message').fill(`Take me, ${javaScriptEnabled}.`);
    await visitor.getByRole('button', { name: 'Send application' }).click();
    const thanks = visitor.getByRole('status');
    await thanks.getByText('Thank you. Your message has been sent.').waitFor();
    await thanks.getByText('We read your application within a week').waitFor();
    await thanks.getByText('Nomvula Dhlomo').waitFor();
    await thanks.getByText(/^[2-9A-HJ-NP-Z]{8}$/).waitFor();
    if (javaScriptEnabled) await expectAccessible(visitor);
  }
});

test.each(chooseByForm<('light' | 'dark')[]>(['light', 'dark'], ['light']))(
  'the new parts are accessible (%s)',
  async (colorScheme) => {
    const { job } = await publicPages(site.server);
    const page = await open('/', { ...phone, colorScheme });
    for (const path of ['/career', job!, '/team', '/team?page=2', '/blog?author=Leila+Farahmand']) {
      await page.goto(site.server.url + path);
      await expectAccessible(page);
      expect(await page.evaluate(findSmallTargets), path).toEqual([]);
    }
  },
);
