import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { openScreen } from '../support/panel-screens.ts';
import { signInToApis } from '../support/running-server.ts';

const site = useBrowserSite();

test('what the keyboard reaches in the panel is in sight, with a ring that is seen in a pale brand colour', async () => {
  const { api } = await signInToApis(site.server);
  await api('PUT', '/api/admin/settings/brand', { value: { accent: '#ffe100' } });
  const page = await openScreen(site.browser, site.server, '/admin/team/new', {
    viewport: { width: 1440, height: 700 },
  });
  const focused = () =>
    page.evaluate(() => {
      const input = document.activeElement!;
      // The field of a password has the ring of its input.
      const element = input.matches('[type=password]') ? input.parentElement! : input;
      const { left, top, width } = element.getBoundingClientRect();
      const readable = document.createElement('i');
      readable.style.color = 'var(--accent)';
      document.body.append(readable);
      const ring = getComputedStyle(readable).color;
      readable.remove();
      return {
        name: element.outerHTML.slice(0, 120),
        // The parent, because the input of a picture lies invisibly in its field.
        isInSight: element.parentElement!.contains(document.elementFromPoint(left + width / 2, top + 2)),
        isSeen: getComputedStyle(element).outlineColor === ring,
      };
    });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Name is required').waitFor();
  const reached = [await focused()];
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Shift+Tab');
    reached.push(await focused());
  }
  await page.goto(`${site.server.url}/admin/login?fromLogout=true`);
  await page.getByLabel('Password', { exact: true }).focus();
  reached.push(await focused());
  expect(reached[0]!.name).toContain('<input');
  expect(reached.filter(({ isInSight }) => !isInSight)).toEqual([]);
  expect(reached.filter(({ isSeen }) => !isSeen)).toEqual([]);
});
