import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { activityTime } from '../../src/shared/relative-time.ts';
import { type Clock, hour, minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { cheapPasswords } from '../support/passwords.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const zone = process.env.TZ;
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];
const job = {
  title: 'Engineer',
  description: 'Builds',
  type: 'Full-time',
  location: 'London',
  department: 'IT',
  requirements: ['Patience'],
  responsibilities: ['Build'],
};
const letter = { name: 'Ada', email: 'ada@example.com', subject: 'A question', message: 'How much?' };

interface Dated {
  title: string;
  created_at: string;
}

describe.each(databaseKinds)('clocks on %s', (kind) => {
  let site: TestApp;
  let clock: Clock;
  beforeEach(async () => {
    clock = stoppedClock();
    site = await testApp(kind, { clock: clock.now, passwords: cheapPasswords() });
  });
  afterEach(async () => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
    await site.close();
  });
  const admin = () => site.rest('admin');
  const write = (title: string) => admin().post('/api/admin/jobs', { ...job, title });
  const setTo = (moment: string) => clock.forward(new Date(moment).getTime() - clock.now().getTime());
  const pages = async (): Promise<Dated[]> => {
    const page = async (at: number) => (await admin().get(`/api/admin/jobs?page=${at}&per_page=2`)).body.jobs;
    return [...(await page(1)), ...(await page(2)), ...(await page(3))];
  };

  test('DU11 a clock set back by an hour signs out and locks out no one, and each row is listed once, in the order of its time', async () => {
    await write('first');
    clock.forward(minute);
    const { id, version } = (await write('second')).body.job;
    expect((await site.rest('anonymous').post('/api/contact', letter)).status).toBe(201);

    clock.forward(-hour);
    expect((await write('third')).status).toBe(201);
    clock.forward(minute);
    expect((await write('fourth')).status).toBe(201);
    expect((await pages()).map(({ title }) => title)).toEqual(['second', 'first', 'fourth', 'third']);
    const changed = await admin().put(`/api/admin/jobs/${id}`, { ...job, title: 'second again', version });
    expect(changed).toMatchObject({ status: 200, body: { job: { version: version + 1 } } });
    expect((await admin().put(`/api/admin/jobs/${id}`, { ...job, version })).status).toBe(409);
    const { activities } = (await admin().get('/api/admin/activities')).body;
    const told = activities.map(({ created_at }: Dated) => activityTime(created_at, clock.now()));
    expect(new Set(told)).toEqual(new Set(['Just now', '1 minute ago']));

    const again = await site.rest('anonymous').post('/api/contact', { ...letter, subject: 'Another' });
    expect(again.status).toBe(201);
    expect((await site.rest('hr').get('/api/admin/messages')).body.meta.total).toBe(2);
  });

  test('DU11 set back an hour: a limit that was reached holds for no longer than it would have', async () => {
    await createUser(site.database.fork(), {
      email: 'ada@example.com',
      password_hash: 'cheap:a walk by the river',
    });
    const signIn = async (password: string) =>
      (await site.rest('anonymous').post('/api/admin/login', { email: 'ada@example.com', password })).status;
    for (let tries = 0; tries < 5; tries += 1) expect(await signIn('wrong')).toBe(422);
    expect(await signIn('a walk by the river')).toBe(429);
    clock.forward(-hour);
    expect(await signIn('a walk by the river')).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) await signIn('wrong');
    expect(await signIn('a walk by the river')).toBe(429);
    clock.forward(minute);
    expect(await signIn('a walk by the river')).toBe(200);
  });

  test.each([
    ['forward', '2026-03-29T00:30:00.000Z'],
    ['back', '2026-10-25T00:30:00.000Z'],
  ])(
    'DU11 in the night the clocks go %s, moments and sessions are the same in every zone',
    async (_way, night) => {
      setTo(night);
      const token = await site.openSession('hr');
      const isSignedIn = async () => {
        const headers = { authorization: `Bearer ${token}`, 'x-activity': 'none' };
        return (await site.app.inject({ url: '/api/admin/user', headers })).statusCode;
      };
      for (const [at, name] of zones.entries()) {
        process.env.TZ = name;
        setTo(new Date(new Date(night).getTime() + at * hour).toISOString());
        await write(name);
      }
      for (const name of zones) {
        process.env.TZ = name;
        // The time zone applies to the whole process, including the database's driver, the ORM and the views.
        const [here, there] = [{}, { timeZone: name }].map((zoned) =>
          new Date(night).toLocaleString('en', zoned),
        );
        expect(here).toBe(there);
        const jobs = await pages();
        expect(
          jobs.map(({ title }) => title),
          name,
        ).toEqual(zones.toReversed());
        const moments = zones.map((_, at) => new Date(new Date(night).getTime() + at * hour).toISOString());
        expect(
          jobs.map(({ created_at }) => created_at),
          name,
        ).toEqual(moments.toReversed());
        setTo(new Date(new Date(night).getTime() + 12 * hour).toISOString());
        expect(await isSignedIn(), name).toBe(200);
      }
      clock.forward(1);
      expect(await isSignedIn()).toBe(401);
    },
  );
});
