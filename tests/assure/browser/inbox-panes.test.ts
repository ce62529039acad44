import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { failAsBusy, openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';

// Without a mail server, staff answer in their own mail program.
const { server, browser } = useBrowserSite({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'office@example.org',
});

const long = Array.from({ length: 80 }, (_, line) => `Line ${line}`).join('\n');

async function enterMessages(): Promise<void> {
  for (const number of [1, 2, 3, 4]) {
    const answer = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Murat ${number}`,
        email: `murat${number}@example.com`,
        subject: `Roof ${number}`,
        message: long,
      }),
    });
    expect(answer.ok).toBe(true);
  }
}

const canScroll = (place: Locator) =>
  place.evaluate((element) => {
    let box: Element | null = element;
    while (box && box !== document.body) {
      if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto') return true;
      box = box.parentElement;
    }
    return false;
  });

/** Whether nothing covers its first line. */
const isSeen = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 12, top + 12));
  });

test('list, message and answer are in sight together, and the keys work through the messages', async () => {
  await enterMessages();
  const page = await openScreen(browser, server, '/admin/inbox');
  await page.getByRole('button', { name: /Roof 2/ }).click();
  const details = page.getByRole('dialog', { name: 'Message Details' });
  const subject = details.getByRole('heading', { level: 3 });
  await subject.waitFor();
  await page.keyboard.press('r');
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.waitFor();
  for (const place of [subject, answer, page.getByRole('button', { name: /Roof 2/ })]) {
    const { y, height } = (await place.boundingBox())!;
    expect(y).toBeGreaterThan(0);
    expect(y + Math.min(height, 60)).toBeLessThan(900);
  }
  expect(await isSeen(answer)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900);
  expect(await canScroll(details.getByText('Line 0'))).toBe(true);
  await expectAccessible(page);

  await page.keyboard.type('Gladly.');
  await page.keyboard.press('Escape');
  expect(await subject.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('r');
  await page.keyboard.press('Control+Shift+Enter');
  await page.getByText('Message done').waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('Ask Tom');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Note added').waitFor();
  await expect.poll(() => subject.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('z');
  await page.getByText('Undone').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await failAsBusy(page, 'inbox.setState');
  await page.keyboard.press('e');
  const title = page.getByText('Couldn’t mark the message as done');
  await title.waitFor();
  // Axe reports no text in the colour of its surface.
  const [words, surface] = await title.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(element.closest('[role=alert]')!).backgroundColor,
  ]);
  expect(words).not.toBe(surface);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
});

test('on a phone, the message is above the answer', async () => {
  const page = await openScreen(browser, server, '/admin/inbox', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('button', { name: /Roof 3/ }).tap();
  const details = page.getByRole('dialog', { name: 'Message Details' });
  await details.getByRole('button', { name: 'Reply' }).tap();
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.waitFor();
  const [words, field] = await Promise.all(
    [details.getByRole('heading', { level: 3 }), answer].map(async (part) => (await part.boundingBox())!),
  );
  expect(words!.y).toBeGreaterThanOrEqual(0);
  expect(words!.y).toBeLessThan(field!.y);
  expect(field!.y + 60).toBeLessThan(844);
  await expectAccessible(page);
  await page.keyboard.type('Gladly.');
  expect(await isSeen(answer)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  expect(await isSeen(page.locator(':focus'))).toBe(true);
  await details.getByRole('button', { name: 'Keep for later' }).tap();
  await details.getByRole('button', { name: 'Reply' }).tap();
  await expect.poll(() => isSeen(details.getByRole('button', { name: 'Restore draft' }))).toBe(true);
  await answer.focus();
  await page.keyboard.press('Escape');
  await details.waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
});
