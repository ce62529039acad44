import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();

test('pages say by the company’s clock whether it is open, and without a script the week stands', async () => {
  const json = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(admin),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const put = async (group: string, value: object) => {
    const path = `${server.url}/api/admin/settings/${group}`;
    const headers = { ...json, authorization: `Bearer ${token}` };
    const answer = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ value }) });
    expect(answer.ok, group).toBe(true);
  };
  await put('company', {
    name: 'Hollis',
    hours: [
      { first_day: 'Tuesday', last_day: 'Friday', times: '7:00-14:00' },
      { first_day: 'Saturday', last_day: 'Saturday', times: '20:00–02:00' },
    ],
    hours_exceptions: [{ day: '2030-12-24', times: '' }],
  });
  await put('region', { language: 'en', time_zone: 'Australia/Sydney' });

  const stateAt = async (moment: string) => {
    const page = await browser.visit('about:blank', { timezoneId: 'America/New_York' });
    await page.clock.setFixedTime(moment);
    await page.goto(`${server.url}/about`);
    const place = page.locator('.open-now').first();
    await place.waitFor();
    const state = await place.textContent();
    await page.context().close();
    return state;
  };
  // Sydney is eleven hours ahead of UTC at that time of the year.
  const cases: [moment: string, state: string][] = [
    ['2030-12-16T20:30:00Z', 'Open until 14:00'], // Tuesday, 7:30
    ['2030-12-17T03:00:00Z', 'Closed now'], // Tuesday, 14:00
    ['2030-12-21T10:00:00Z', 'Open until 2:00'], // Saturday, 21:00
    ['2030-12-21T14:30:00Z', 'Open until 2:00'], // Sunday, 1:30
    ['2030-12-21T15:30:00Z', 'Closed now'], // Sunday, 2:30
    ['2030-12-23T22:00:00Z', 'Closed now'], // Tuesday, the day with other hours
  ];
  for (const [moment, state] of cases) expect(await stateAt(moment), moment).toBe(state);

  const page = await browser.visit(`${server.url}/about`, { javaScriptEnabled: false });
  const footer = await page.locator('footer').innerText();
  expect(footer).toContain('Tuesday–Friday, 7:00–14:00');
  expect(footer).toContain('24 December 2030: closed');
  expect(footer).not.toContain('Closed now');
  const [us] = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)[
    '@graph'
  ];
  expect(us).toMatchObject({
    '@type': 'LocalBusiness',
    openingHoursSpecification: [
      { dayOfWeek: ['Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '07:00', closes: '14:00' },
      { dayOfWeek: ['Saturday'], opens: '20:00', closes: '02:00' },
    ],
    specialOpeningHoursSpecification: [{ validFrom: '2030-12-24', opens: '00:00', closes: '00:00' }],
  });
  await page.context().close();
  const accessible = await browser.visit(`${server.url}/about`);
  await expectAccessible(accessible);
  await accessible.context().close();
});
