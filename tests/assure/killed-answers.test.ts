import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { signInToApis, type RunningServer, removeData, startServer } from '../support/running-server.ts';

let mail: MailServer;
let server: RunningServer;
const start = async (folder?: string) => {
  server = await startServer({ SMTP_URL: mail.url, MAIL_FROM: 'office@example.org' }, folder);
};
beforeEach(async () => {
  mail = await startMailServer();
  await start();
  await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Eva',
      email: 'eva@example.com',
      subject: 'Oak stairs',
      message: 'How much?',
    }),
  });
});
afterEach(async () => {
  await server.end('SIGKILL');
  await Promise.all([removeData(server), mail.close()]);
});

const answer = async () => {
  const { headers } = await signInToApis(server);
  return fetch(`${server.url}/api/admin/messages/1/replies`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'the-same-answer' },
    body: JSON.stringify({ text: 'Gladly.' }),
  });
};

/** While the server is down: what waits becomes due, and leases end. */
function makeDue(): void {
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'), { timeout: 10_000 });
  database.prepare('update outbox_mails set next_try_at = ?').run('2020-01-01T00:00:00.000Z');
  database.close();
}

/** Kills the server and starts it on the same data. */
async function killAndStart(): Promise<void> {
  await server.end('SIGKILL');
  makeDue();
  mail.behave(() => ({}));
  await start(server.dataDir);
}

/** Without the mails about sign-ins. */
const answers = () => mail.mails.filter((one) => /^To: eva@example\.com/m.test(one));

const replies = async () => {
  const { trpc } = await signInToApis(server);
  const { events } = await trpc.inbox.one.query({ id: 1 });
  return events.filter(({ type }) => type === 'reply').map(({ mail: sent }) => sent!.state);
};

test('a kill before the answer is stored loses nothing that was acknowledged, and the same call again sends one mail', async () => {
  const asked = answer().catch(() => undefined);
  await server.end('SIGKILL');
  await asked;
  makeDue();
  await start(server.dataDir);
  expect((await answer()).status).toBe(201);
  await killAndStart();
  await expect.poll(replies).toEqual(['sent']);
  expect(answers()).toHaveLength(1);
});

test('a kill after the answer is stored and before it is claimed delays it', async () => {
  expect((await answer()).status).toBe(201);
  await killAndStart();
  await expect.poll(replies).toEqual(['sent']);
  expect(answers()).toHaveLength(1);
});

test.each([
  ['before', 0],
  ['after', 1],
] as const)(
  'a kill %s the mail server accepts the answer leaves it unclear, and nothing is sent again by itself',
  async (hold, arrived) => {
    mail.behave(() => ({ hold }));
    expect((await answer()).status).toBe(201);
    await mail.held();
    await killAndStart();
    await expect.poll(replies).toEqual(['unclear']);
    await killAndStart();
    expect(await replies()).toEqual(['unclear']);
    expect(answers()).toHaveLength(arrived);
  },
);
