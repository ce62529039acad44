import { beforeEach, expect, test } from 'vitest';
import { createMissedAddressCounter } from '../../src/content/addresses/missed-addresses.ts';
import { createBackgroundTasks } from '../../src/shared/background-tasks.ts';
import { minute, day, stoppedClock } from '../support/clock.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const clock = stoppedClock();
const site = useSite({ clock, parts: loadBuiltPages });

let tests = 0;
// The first miss of each test is written at once: the last write of another one is over a minute away.
beforeEach(() => {
  tests += 1;
  clock.forward(2 * tests * minute);
});

const open = async (...urls: string[]) => {
  for (const url of urls) await site.app.inject({ url });
};
const missed = async () => {
  await site.settled();
  const { missed: rows } = await site.as('admin').addresses.redirects.missed.query();
  return rows.map(({ path, misses }) => [path, misses]);
};

const stored = async () => {
  await site.settled();
  const db = site.database.fork().getKysely<{ missed_addresses: { path: string } }>();
  return (await db.selectFrom('missed_addresses').select('path').execute()).map(({ path }) => path);
};

test('addresses that visitors missed are counted, until they lead somewhere or nobody opens them for 90 days', async () => {
  await open('/old/first?mail=ann@example.com', '/Old/Second/', '/old/second', '/about', '/nothing.css');
  // Counts are written once a minute.
  expect(await missed()).toEqual([['/old/first', 1]]);
  clock.forward(minute);
  await open('/old/second');
  expect(await missed()).toEqual(
    [
      ['/old/second', 3],
      ['/old/first', 1],
      ['/nothing.css', 1],
    ].toSorted(([a, x], [b, y]) => Number(y) - Number(x) || (String(a) < String(b) ? -1 : 1)),
  );
  const { redirects } = site.as('admin').addresses;
  await redirects.add.mutate({ path: '/old/s*', target: '/services' });
  expect((await missed()).flat()).not.toContain('/old/second');
  await redirects.clearMissed.mutate();
  expect(await missed()).toEqual([]);
  clock.forward(minute);
  await open('/old/third');
  clock.forward(89 * day);
  await open('/old/fourth');
  expect((await stored()).toSorted()).toEqual(['/old/fourth', '/old/third']);
  clock.forward(2 * day);
  await open('/old/fifth');
  expect((await stored()).toSorted()).toEqual(['/old/fifth', '/old/fourth']);
});

test('an address in another encoding is counted as the words that it stands for', async () => {
  await open('/first');
  await open('/gr%FC%DFe', '/gr%C3%BC%C3%9Fe', '/%', '/%25');
  clock.forward(minute);
  await open('/last');
  expect(Object.fromEntries(await missed())).toMatchObject({ '/grüße': 2, '/%': 2 });
});

test('what may name a person, hold a secret or look for weak spots is not counted', async () => {
  await open(
    ...['/people/ann@example.com', `/reset/${'a1'.repeat(16)}`, `/${'long/'.repeat(60)}`],
    ...[
      '/.env',
      '/wp-login.php',
      '/wp-admin/setup.php',
      '/xmlrpc.php',
      '/wp-json/wp/v2/users',
      '/backup.sql',
    ],
    ...['/api/nothing', '/blog?search=a'],
  );
  await open('/counted');
  expect(await missed()).toEqual([['/counted', 1]]);
});

test('however many addresses are missed, no more than 500 are stored, those that were missed most', async () => {
  const background = createBackgroundTasks();
  const { count } = createMissedAddressCounter({ database: site.database, background, clock: clock.now });
  for (let turn = 0; turn < 4; turn += 1) {
    count('/often');
    for (let at = 0; at < 205; at += 1) count(`/flood/${turn}/${at}`);
    clock.forward(minute);
  }
  count('/often');
  await background.settled();
  expect((await missed())[0]).toEqual(['/often', 5]);
  expect((await stored()).length).toBe(500);
});
