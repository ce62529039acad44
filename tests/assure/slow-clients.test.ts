import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { removeData, startServer } from '../support/running-server.ts';
import { openSlowClients } from '../support/slow-clients.ts';
import { visitAtRate, visitFor } from '../support/visits.ts';
import { chooseByForm } from '../support/test-form.ts';
import { percentile, addFigures } from './figures.ts';

const some = chooseByForm(200, 50);
const each = {
  'says nothing': chooseByForm(2000, 200),
  'sends its headers byte by byte': some,
  'asks once and stays': some,
  'sends its body byte by byte': some,
  'never reads the answers': chooseByForm(50, 20),
};
const perSecond = 50;
const giveUpMs = 100_000;
/** The latest time at which the server must close each connection, including a reserve for a busy machine. */
const latest = {
  'says nothing': 15_000,
  'sends its headers byte by byte': 15_000,
  'asks once and stays': 30_000,
  'sends its body byte by byte': 40_000,
  'never reads the answers': 65_000,
};
const leewayMs = 3000;

test('LD1 slow and silent clients are closed while others are served', async (context) => {
  const server = await startServer({ LOG_LEVEL: 'error', SEED: 'starter' });
  const port = Number(new URL(server.url).port);
  await visitFor(server.url, perSecond, 5000);
  const alone = await visitFor(server.url, perSecond, chooseByForm(20_000, 8000));

  let isOver = false;
  const large = '/api/blog-posts';
  const crowd = openSlowClients(port, each, large);
  const visiting = visitAtRate(server.url, perSecond, () => isOver);
  const started = performance.now();
  await wait(1000);
  while ((await crowd.open()) > 0 && performance.now() - started < giveUpMs) await wait(250);
  const left = await crowd.open();
  isOver = true;
  const beside = await visiting;
  crowd.end();

  const [before, during] = [alone, beside].map(({ times }) => percentile(times, 0.95)) as [number, number];
  const longest = Object.entries(crowd.closedAfter).map(
    ([manner, times]) => [manner, Math.max(0, ...times)] as const,
  );
  addFigures(context, {
    requests: alone.times.length + beside.times.length,
    faults: Object.values(each).reduce((sum, one) => sum + one, 0) - left,
    notes: [
      ...longest.map(([manner, ms]) => `${manner}: closed within ${(ms / 1000).toFixed(1)} s`),
      `p95 of others ${during.toFixed(1)} ms, alone ${before.toFixed(1)} ms (×${(during / before).toFixed(2)})`,
    ],
  });
  await server.end('SIGTERM');
  await removeData(server);
  expect(beside.others).toEqual({});
  expect(left).toBe(0);
  for (const [manner, ms] of longest)
    expect(ms, manner).toBeLessThan(latest[manner as keyof typeof latest] + leewayMs);
});
