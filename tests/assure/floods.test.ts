import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { senderAddress } from '../support/flood.ts';
import { signInByRest } from '../support/kill-while-writing.ts';
import { memoryOf } from '../support/process-facts.ts';
import { type RunningServer, removeData, startServer } from '../support/running-server.ts';
import { type Visits, visitAtRate, visitFor } from '../support/visits.ts';
import { chooseByForm } from '../support/test-form.ts';
import { percentile, addFigures } from './figures.ts';

const perSecond = 50;
const roundMs = chooseByForm(15_000, 5000);
const rounds = chooseByForm(5, 2);

// Uses the default overload limit.
const start = () =>
  startServer({ LOG_LEVEL: 'error', SEED: 'starter', TRUST_PROXY: '1', MAX_LOOP_DELAY: '1000' });

/** Sends a wrong sign-in. Each has its own address and account, so that no rate limit applies. */
const tryPassword = ({ url }: RunningServer, number: number) =>
  fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': senderAddress(number) },
    body: JSON.stringify({ email: `nobody${number}@example.com`, password: 'a walk by the river' }),
  }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });

/**
 * Visits pages alone and during `beside`, in turns. Returns how many times longer visits take at the given
 * percentile, as the median of all rounds.
 */
async function compareVisits(
  server: RunningServer,
  share: number,
  beside: (isOver: () => boolean) => Promise<unknown>,
) {
  await visitFor(server.url, perSecond, 3000);
  const pairs: [alone: number, during: number][] = [];
  let requests = 0;
  const others: Visits['others'][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await visitFor(server.url, perSecond, roundMs);
    const until = performance.now() + roundMs;
    const isOver = () => performance.now() > until;
    const [during] = await Promise.all([visitAtRate(server.url, perSecond, isOver), beside(isOver)]);
    pairs.push([percentile(alone.times, share), percentile(during.times, share)]);
    others.push(during.others);
    requests += alone.times.length + during.times.length;
  }
  const ratio = percentile(
    pairs.map(([alone, during]) => during / alone),
    0.5,
  );
  const [alone, during] = [0, 1].map((at) =>
    percentile(
      pairs.map((pair) => pair[at]!),
      0.5,
    ).toFixed(1),
  );
  return {
    requests,
    ratio,
    words: `${during} ms, alone ${alone} ms (×${ratio.toFixed(2)})`,
    others: Object.assign({}, ...others),
  };
}

test('LD3 fifty sign-ins at once leave the public pages quick', async (context) => {
  const server = await start();
  let number = 0;
  let tries = 0;
  const { requests, words, others } = await compareVisits(server, 0.99, async (isOver) => {
    while (!isOver()) {
      const statuses = await Promise.all(
        Array.from({ length: 50 }, (_, at) => tryPassword(server, number + at)),
      );
      number += statuses.length;
      expect(statuses.filter((status) => status !== 422)).toEqual([]);
      tries += statuses.length;
    }
  });
  addFigures(context, { requests: requests + tries, notes: [`p99 of public pages ${words}`, 'aim ×2'] });
  await server.end('SIGTERM');
  await removeData(server);
  expect(others).toEqual({});
});

test('RL4 a flood of sign-ins leaves the public site quick', async (context) => {
  const server = await start();
  let tries = 0;
  const statuses: Record<string, number> = {};
  const { requests, words, others } = await compareVisits(server, 0.95, async (isOver) => {
    const flood = async () => {
      while (!isOver()) {
        tries += 1;
        const status = await tryPassword(server, tries);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 200 }, flood));
  });
  addFigures(context, {
    requests: requests + tries,
    notes: [`p95 of public pages ${words}`, 'aim ×1.2', JSON.stringify(statuses)],
  });
  await server.end('SIGTERM');
  await removeData(server);
  expect(others).toEqual({});
  // Beyond the queue, a sign-in is refused. Any other response is an error.
  expect(Object.keys(statuses).filter((status) => !['422', '429', '503'].includes(status))).toEqual([]);
});

test('RL3 a flood of messages leaves the inbox quick and the memory bounded', async (context) => {
  const messages = chooseByForm(10_000, 500);
  const addresses = chooseByForm(1_000_000, 50_000);
  const server = await startServer({ LOG_LEVEL: 'warn', SEED: 'starter', TRUST_PROXY: '1' });
  const headers = { authorization: `Bearer ${await signInByRest(server)}` };
  const openInbox = async () => {
    const started = performance.now();
    const answer = await fetch(`${server.url}/api/admin/messages?page=1&per_page=20`, { headers });
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    return performance.now() - started;
  };
  await openInbox();
  const before = memoryOf(server.process.pid);
  const started = performance.now();
  const statuses: Record<string, number> = {};
  const inbox: number[] = [];
  let sent = 0;
  const post = async () => {
    while (sent < messages) {
      sent += 1;
      const number = sent;
      const { status } = await fetch(`${server.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': senderAddress(number) },
        body: JSON.stringify({ name: 'A', email: 'a@example.com', subject: `S ${number}`, message: 'M' }),
      });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const watching = (async () => {
    while (sent < messages) {
      inbox.push(await openInbox());
      await wait(200);
    }
  })();
  await Promise.all([watching, ...Array.from({ length: 8 }, post)]);
  const seconds = (performance.now() - started) / 1000;

  // Adds the expired counters that a flood of several days would leave.
  const database = new BetterSqlite3(`${server.dataDir}/atrium.sqlite`, { timeout: 5000 });
  database
    .prepare(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into try_counters (key, moments, forget_at) select 'post:address:' || i, '1', '2020-01-01T00:00:00.000Z' from n`)
    .run(addresses);
  database.close();
  const after: number[] = [];
  for (let number = 1; number <= 100; number += 1) {
    await tryPassword(server, messages + number);
    after.push(await openInbox());
  }
  const grown = memoryOf(server.process.pid) - before;
  const p95 = (times: number[]) => `${percentile(times, 0.95).toFixed(1)} ms`;
  addFigures(context, {
    requests: messages + inbox.length + 200,
    notes: [
      `${Math.round((messages / seconds) * 60)} messages a minute`,
      `inbox page p95 meanwhile ${p95(inbox)}, with ${addresses.toLocaleString('en')} addresses known ${p95(after)} (aim 300 ms)`,
      `memory ${grown.toFixed(0)} MB more`,
    ],
  });
  const output = server.output();
  await server.end('SIGTERM');
  await removeData(server);
  expect(Object.keys(statuses)).toEqual(['201']);
  expect(percentile([...inbox, ...after], 0.95)).toBeLessThan(chooseByForm(300, 1000));
  expect(grown).toBeLessThan(200);
  expect(output).not.toContain('"level":50');
  expect(output).toContain('posts by visitors within an hour');
});
