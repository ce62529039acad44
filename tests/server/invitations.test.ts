import { expect, test } from 'vitest';
import { User } from '../../src/modules/users/user.ts';
import { openSimulatedBrowser } from '../support/simulated-browser.ts';
import { day, stoppedClock } from '../support/clock.ts';
import { useMailServer } from '../support/mail-server.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const clock = stoppedClock();
const server = useMailServer();

const site = useSite({
  clock,
  parts: async () => ({
    mailer: server.mailer(),
    stepUpMinutes: 0,
  }),
});

const tom = { name: 'Tom Novak', email: 'tom@example.com', role: 'hr' };
const password = 'oak-stairs-in-spring';
const invite = async () =>
  (await site.rest('admin').post('/api/admin/users', { ...tom, invite: true })).body.id as number;
const stateOf = async (id: number) =>
  (await site.as('admin').users.accounts.query({ ids: [id] })).accounts[0]!.invitation;
const tokenIn = (mail: string) =>
  /reset-password#token=([\w-]+)/.exec(mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='))?.[1];
/** Sessions end meanwhile, so everybody signs in again. */
const pass = (ms: number) => {
  clock.forward(ms);
  site.forget();
};
const setPassword = (token: string | undefined) =>
  openSimulatedBrowser(site.app).send('POST', '/api/admin/reset-password', { token, password });

test('an invited person sets the password by the link of a mail, once and within seven days', async () => {
  const id = await invite();
  await site.settled();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toMatch(/^To: tom@example.com$/m);
  expect(server.mails[0]).toMatch(/^Auto-Submitted: auto-generated$/m);
  const until = new Date(clock.now().getTime() + 7 * day).toISOString();
  expect(await stateOf(id)).toEqual({ state: 'sent', note: null, until });
  const token = tokenIn(server.mails[0]!);
  pass(6 * day);
  expect((await setPassword(token)).status).toBe(200);
  expect((await setPassword(token)).status).toBe(422);
  expect(await stateOf(id)).toBeNull();
  expect(
    await openSimulatedBrowser(site.app).send('POST', '/api/admin/login', { email: tom.email, password }),
  ).toMatchObject({
    status: 200,
  });
});

test('a refused invitation is seen with the words of the server, and the next one replaces its link', async () => {
  server.behave(() => ({ recipient: '550 5.1.1 No such user here' }));
  const id = await invite();
  await site.settled();
  expect(await stateOf(id)).toEqual({ state: 'refused', note: '550 5.1.1 No such user here', until: null });
  server.behave(() => ({}));
  for (const _ of [1, 2]) {
    expect(await site.as('admin').users.invite.mutate({ id })).toEqual({ link: null, expires_at: null });
    await site.settled();
  }
  const [first, second] = server.mails.map(tokenIn);
  expect((await setPassword(first)).status).toBe(422);
  pass(8 * day);
  expect(await stateOf(id)).toEqual({ state: 'ended', note: null, until: null });
  expect((await setPassword(second)).status).toBe(422);
});

test('a new user has a password or an invitation, and only an invited one is invited again', async () => {
  const neither = await site.rest('admin').post('/api/admin/users', { email: 'x', role: 'hr' });
  expect(Object.keys(neither.body.errors).toSorted()).toEqual(['email', 'name', 'password']);
  const { id } = await site.database.fork().findOneOrFail(User, { role: 'admin' });
  await expect(site.as('admin').users.invite.mutate({ id })).rejects.toThrow('has a password already');
});

test('without a mail server an invitation is a link to copy', async () => {
  const other = await testApp('sqlite', { stepUpMinutes: 0 });
  const { body } = await other.rest('admin').post('/api/admin/users', { ...tom, invite: true });
  const { link, expires_at } = await other.as('admin').users.invite.mutate({ id: body.id });
  expect([link, expires_at]).toEqual([
    expect.stringMatching(/\/admin\/reset-password#token=[\w-]+&invitation$/),
    expect.any(String),
  ]);
  expect(await other.mails()).toEqual([]);
  await other.close();
});
