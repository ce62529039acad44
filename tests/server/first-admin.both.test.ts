// On both databases: the lock by name, on PostgreSQL an advisory lock.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockName } from '../../src/locks/name-lock.ts';
import { ensureAdmin } from '../../src/modules/users/invitations.ts';
import { User } from '../../src/modules/users/user.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { databaseKinds } from '../support/database.ts';
import { cheapPasswords, newPasswordContext } from '../support/passwords.ts';
import { testApp } from '../support/test-app.ts';

test.each(databaseKinds)(
  'AU18 of two first admins set up at the same moment exactly one is made, and none later, on %s',
  async (kind) => {
    const own = await testApp(kind);
    const cheap = cheapPasswords();
    // Both calls wait here for each other, so that neither has ended before the other begins its transaction.
    const { promise: bothAreHere, resolve: letBothOn } = Promise.withResolvers<void>();
    let arrived = 0;
    const hash = async (password: string) => {
      const hashed = await cheap.hash(password);
      arrived += 1;
      if (arrived === 2) letBothOn();
      await bothAreHere;
      return hashed;
    };
    const work = { ...(await newPasswordContext()), passwords: { ...cheap, hash } };
    const make = (email: string) =>
      ensureAdmin(own.database.fork(), work, { email, password: undefined, name: 'A' }, new Date());
    const made = await Promise.all(['a@example.com', 'b@example.com'].map(make));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await make('c@example.com')).toBeUndefined();
    expect(await own.database.fork().count(User)).toBe(1);
    const { body } = await openSimulatedBrowser(own.app).signIn('admin', 'admin');
    expect(body.token).toBeUndefined();
    await own.close();
  },
);

test.runIf(databaseKinds.includes('postgresql'))(
  'a second caller of a lock waits until the first has ended, on PostgreSQL',
  async () => {
    const own = await testApp('postgresql');
    const order: string[] = [];
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const first = own.database.fork().transactional(async (em) => {
      await lockName({ em }, 'a name');
      hold();
      await mayEnd;
      order.push('first');
    });
    await isHeld;
    const second = own.database.fork().transactional(async (em) => {
      await lockName({ em }, 'a name');
      order.push('second');
    });
    const countWaiting = async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
        own.database.read,
      );
      return rows.length;
    };
    await expect.poll(async () => order.length + (await countWaiting())).toBe(1);
    end();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
    await own.close();
  },
);
