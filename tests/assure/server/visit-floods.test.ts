import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { senderAddress } from '../../support/flood.ts';
import { processTreeOf, treeMemoryOf } from '../../support/process-facts.ts';
import { type RunningServer, removeData } from '../../support/running-server.ts';
import { startStarterServer } from '../../support/starter-server.ts';
import { chooseByForm } from '../../support/test-form.ts';

// Of its own, because it is flooded and stopped.

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const calls = chooseByForm(4000, 1500);
const floodMs = chooseByForm(10_000, 5000);
/** V8 gives garbage back after some seconds without work. */
const restMs = 10_000;
const most = { extraMs: 1, megabytes: 10 };

let server: RunningServer;
beforeAll(async () => {
  server = await startStarterServer({ LOG_LEVEL: 'error', TRUST_PROXY: '1' });
});
afterAll(() => removeData(server));

let sent = 0;
/** From an address and with a host of its own. */
async function tell(): Promise<number> {
  sent += 1;
  const answer = await fetch(`${server.url}/api/visits`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': browser,
      'x-forwarded-for': senderAddress(sent),
    },
    body: JSON.stringify({ path: '/about', is_visit: true, from: `host-${sent}.example` }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function callTest(): Promise<number> {
  const answer = await fetch(`${server.url}/api/test`);
  await answer.arrayBuffer();
  return answer.status;
}

/** The processor time of the server so far, in milliseconds. A tick is ten. */
function processorMs(): number {
  const ticks = processTreeOf([server.process.pid!]).map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return 10 * ticks.reduce((sum, each) => sum + each, 0);
}

async function costOf(call: () => Promise<number>): Promise<number> {
  for (let at = 0; at < calls / 2; at += 1) await call();
  const before = processorMs();
  for (let at = 0; at < calls; at += 1) expect(await call()).toBe(200);
  return (processorMs() - before) / calls;
}

async function memoryAtRest(): Promise<number> {
  await wait(restMs);
  return treeMemoryOf(server.process.pid!);
}

const callers = 20;

interface Flood {
  /** The median time of a page. */
  pageMs: number;
  answers: number;
  ms: number;
}

/** Calls as fast as the server answers, and opens pages meanwhile. */
async function flood(
  call: () => Promise<number>,
  isOver: (answers: number, ms: number) => boolean = (_, ms) => ms > floodMs,
): Promise<Flood> {
  const started = performance.now();
  const times: number[] = [];
  let answers = 0;
  const isRunning = () => !isOver(answers, performance.now() - started);
  const callOn = async () => {
    while (isRunning()) {
      await call();
      answers += 1;
    }
  };
  const openPages = async () => {
    while (isRunning()) {
      const requested = performance.now();
      await (await fetch(`${server.url}/about`)).arrayBuffer();
      times.push(performance.now() - requested);
    }
  };
  await Promise.all([openPages(), ...Array.from({ length: callers }, callOn)]);
  const ms = performance.now() - started;
  return { pageMs: times.sort((a, b) => a - b)[times.length >> 1]!, answers, ms };
}

test('a view costs at most 1 ms of processor more than a call that does nothing', async () => {
  const [nothing, view] = [await costOf(callTest), await costOf(tell)];
  process.stderr.write(`a call ${nothing.toFixed(2)} ms, a view ${view.toFixed(2)} ms\n`);
  expect(view - nothing).toBeLessThan(most.extraMs);
});

test('views from many addresses hold no memory, slow no page more than other calls, and store at most 500 names', async () => {
  // The first flood fills what is bounded: 10,000 networks, 500 names.
  await flood(tell, (answers) => answers > 10_500);
  const other = await flood(callTest);
  const before = await memoryAtRest();
  const views = await flood(tell);
  const after = await memoryAtRest();
  const perCall = (one: typeof views) => one.pageMs / (one.ms / one.answers);
  process.stderr.write(
    `${JSON.stringify({ views, other })}, memory ${before.toFixed(0)} → ${after.toFixed(0)} MB\n`,
  );
  expect(after - before).toBeLessThan(most.megabytes);
  // Both floods saturate the server: a page waits for as many calls in turn.
  expect(perCall(views) / perCall(other)).toBeLessThan(1.5);
  await server.end('SIGTERM');
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'), { readonly: true });
  const rows = database.prepare(
    'select count(*) as names, sum(views) as views from visit_counts where kind = ?',
  );
  expect(rows.get('from')).toEqual({ names: 500, views: sent });
  database.close();
});
