import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { serverEnvironment, signInByRest } from '../support/kill-while-writing.ts';
import { memoryOf } from '../support/process-facts.ts';
import { type RunningServer, removeData, startServer } from '../support/running-server.ts';
import { startCommand } from '../support/start-command.ts';
import { chooseByForm } from '../support/test-form.ts';
import { percentile, addFigures } from './figures.ts';

const milliseconds = chooseByForm(60_000, 15_000);
const heapMegabytes = 384;
const megabyte = 1024 * 1024;
const most = { memory: 450, quarantine: 100, healthMs: 250 };

/** The command of `npm start` with a smaller heap. */
const command = startCommand.toSpliced(1, 0, `--max-old-space-size=${heapMegabytes}`);

async function megabytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => ({ size: 0 }))));
  return sizes.reduce((sum, { size }) => sum + size, 0) / megabyte;
}

/**
 * Measures the response time of `/healthz`, the memory of the process and the size of the quarantine until it
 * is over.
 */
async function watch({ url, dataDir, process }: RunningServer, isOver: () => boolean) {
  const seen = { health: [] as number[], memory: 0, quarantine: 0 };
  while (!isOver()) {
    const started = performance.now();
    const { status } = await fetch(`${url}/healthz`);
    seen.health.push(performance.now() - started);
    expect(status).toBe(200);
    seen.memory = Math.max(seen.memory, memoryOf(process.pid));
    seen.quarantine = Math.max(seen.quarantine, await megabytesIn(join(dataDir, 'quarantine')));
    await wait(50);
  }
  return seen;
}

/** Opens the form, fills it in and sends it as a person does. Returns the status. */
async function writeAsVisitor({ url }: RunningServer, message: string): Promise<number> {
  const token = await fetch(`${url}/trpc/visitors.formToken`).then((answer) => answer.json());
  await wait(3000);
  const words = { name: 'Ada Byron', email: 'ada@example.com', subject: 'Engines', message };
  const answer = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    body: JSON.stringify({ ...words, website: '', form_token: token.result.data.token }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test.for(databaseKinds)(
  'RL5 all that a hostile client with 1 Gbit/s sends leaves a server with a small heap well, on %s',
  async (kind, context) => {
    const env = await serverEnvironment(kind, { SEED: 'starter', MAX_LOOP_DELAY: '1000' });
    const server = await startServer(env, undefined, command);
    const token = await signInByRest(server);
    const before = memoryOf(server.process.pid);

    let isOver = false;
    const watching = watch(server, () => isOver);
    const client = ['tests/support/hostile-sender.ts', server.url, String(milliseconds), token];
    const attacking = promisify(execFile)(process.execPath, client);
    await wait(milliseconds / 2);
    const status = await writeAsVisitor(server, 'How much is an engine?');
    const attack = JSON.parse((await attacking).stdout);
    isOver = true;
    const { health, memory, quarantine } = await watching;

    const headers = { authorization: `Bearer ${token}` };
    const inbox = await fetch(`${server.url}/api/admin/messages?page=1&per_page=20`, { headers });
    const { messages } = await inbox.json();
    const answered = Object.values<number>(attack.statuses).reduce((sum, count) => sum + count, 0);
    addFigures(context, {
      requests: answered + health.length,
      notes: [
        `${Math.round(attack.bytes / megabyte / attack.seconds)} MB/s for ${Math.round(attack.seconds)} s: ${JSON.stringify(attack.statuses)}`,
        `p99 of /healthz ${percentile(health, 0.99).toFixed(0)} ms`,
        `memory ${before.toFixed(0)} → at most ${memory.toFixed(0)} MB`,
        `quarantine at most ${quarantine.toFixed(0)} MB`,
      ],
    });
    const output = server.output();
    expect(await server.end('SIGTERM')).toBe(0);
    await removeData(server);
    expect(status).toBe(201);
    expect(messages.map(({ message }: { message: string }) => message)).toContain('How much is an engine?');
    expect(Object.keys(attack.statuses).filter((each) => each.startsWith('5') && each !== '503')).toEqual([]);
    expect(memory).toBeLessThan(most.memory);
    expect(quarantine).toBeLessThan(most.quarantine);
    expect(percentile(health, 0.99)).toBeLessThan(most.healthMs);
    expect(output).not.toMatch(/unhandled|"level":60/i);
  },
);
