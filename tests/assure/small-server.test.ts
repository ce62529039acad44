import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { flood } from '../support/flood.ts';
import { writeWordpressExport } from '../support/wordpress-export.ts';
import { chooseByForm } from '../support/test-form.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { phonePhotograph } from '../support/pictures.ts';
import { treeMemoryOf, processTreeOf } from '../support/process-facts.ts';
import { randomFrom, seed } from '../support/random.ts';
import {
  signInToApis,
  launch,
  type RunningServer,
  removeData,
  startServer,
} from '../support/running-server.ts';
import { flagsOf } from '../support/start-command.ts';
import { visitAtRate } from '../support/visits.ts';
import { writeContinuously } from '../support/writers.ts';
import { createWriteRecord } from '../support/write-record.ts';
import { percentile, addFigures } from './figures.ts';

const sampleMs = 250;
const restMs = chooseByForm(60_000, 2000);
const loadMs = chooseByForm(30_000, 3000);
const photographs = chooseByForm(50, 4);
/** As many as the panel sends at a time, by two people. */
const uploaders = 4;
const posts = chooseByForm(200, 10);
const differentPictures = 10;
const aims = { idle: 135 };
const most = { uploading: 420, ever: 512 };

const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** A program of `package.json` on one core, as npm starts it. */
const onOneCore = (script: string, ...parameters: string[]) => {
  const flags = flagsOf(script);
  const program = script === 'start' ? 'src/commands/start.js' : `src/commands/${script}.ts`;
  return ['taskset', '-c', '0', process.execPath, ...flags, 'src/launch.js', program, ...parameters];
};

/** Samples the memory of all `roots`. */
function watchMemory(roots: number[]) {
  let highest = 0;
  const look = () => {
    highest = Math.max(highest, treeMemoryOf(...roots));
  };
  const timer = setInterval(look, sampleMs);
  return {
    /** Returns the highest value since the last call. */
    highest: () => {
      const value = Math.round(highest);
      highest = 0;
      return value;
    },
    stop: () => clearInterval(timer),
  };
}

/** Resolves when all pictures are processed: the processes end when they have nothing to do. */
async function becomeIdle(pid: number): Promise<void> {
  do await wait(10 * sampleMs);
  while (processTreeOf([pid]).length > 1);
}

async function uploadPhotographs({ url }: RunningServer, headers: Record<string, string>): Promise<void> {
  const files = await Promise.all(
    Array.from({ length: differentPictures }, async (_, at) => new Uint8Array(await phonePhotograph(at))),
  );
  let sent = 0;
  const upload = async () => {
    while (sent < photographs) {
      const name = `photograph-${sent}.jpg`;
      const file = new File([files[sent % files.length]!], name, { type: 'image/jpeg' });
      sent += 1;
      const body = buildFormData({ file, alt: name });
      const answer = await fetch(`${url}/api/admin/media`, { method: 'POST', headers, body });
      expect(answer.status, await answer.text()).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: uploaders }, upload));
}

test.skipIf(!canPin)(
  'a site on one core and in 512 MB takes photographs, an import and floods while visitors read (without taskset: not run)',
  async (context) => {
    const env = { LOG_LEVEL: 'error', SEED: 'starter', TRUST_PROXY: '1', MAX_LOOP_DELAY: '1000' };
    const notes: string[] = [];
    const seen: Record<string, number> = {};
    const others: Record<string, number> = {};
    const note = (name: string, megabytes: number, more = '') => {
      seen[name] = megabytes;
      notes.push(`${name} ${megabytes} MB${more}`);
    };

    // 1. The first start loads the sample content, and makes the sizes of its pictures.
    const first = await startServer(env, undefined, onOneCore('start'));
    let watched = watchMemory([first.process.pid!]);
    await becomeIdle(first.process.pid!);
    watched.stop();
    note('first start', watched.highest());
    await first.end('SIGTERM');

    // 2. A start of a site that is there, and a rest.
    const server = await startServer(env, first.dataDir, onOneCore('start'));
    const pid = server.process.pid!;
    await wait(restMs);
    note('idle', Math.round(treeMemoryOf(pid)), ` (aim ${aims.idle})`);
    const roots = [pid];
    watched = watchMemory(roots);
    const { headers } = await signInToApis(server);
    let requests = 0;
    const beside = async (name: string, perSecond: number, isOver: () => boolean, work: Promise<unknown>) => {
      const [visits] = await Promise.all([visitAtRate(server.url, perSecond, isOver), work]);
      requests += visits.times.length;
      Object.assign(others, visits.others);
      note(name, watched.highest(), `, pages p95 ${percentile(visits.times, 0.95).toFixed(0)} ms`);
    };
    const until = (milliseconds: number) => {
      const end = performance.now() + milliseconds;
      return () => performance.now() > end;
    };
    const place = { url: server.url, headers };
    const memory = createWriteRecord();
    const writeUntil = (isOver: () => boolean) =>
      writeContinuously({ place, memory, writers: 2, random: randomFrom(seed), until: isOver });

    // 3. A mixed load, and a rest after it.
    let isOver = until(loadMs);
    await beside('mixed load', 20, isOver, writeUntil(isOver));
    await becomeIdle(pid);
    await wait(restMs);
    note('at rest after it', Math.round(treeMemoryOf(pid)), ` (aim ${aims.idle})`);
    watched.highest();

    // 4. Photographs during a mixed load, and their sizes.
    let areSent = false;
    const sending = uploadPhotographs(server, headers).finally(() => (areSent = true));
    await beside('uploading', 20, () => areSent, Promise.all([sending, writeUntil(() => areSent)]));
    await wait(restMs);
    note('making sizes', watched.highest());

    // 5. An import of a foreign site beside the running server.
    await withTemporaryFolder(async (folder) => {
      const uploads = join(folder, 'uploads');
      const file = join(folder, 'old.xml');
      await writeWordpressExport({ uploads, file, posts, pictures: differentPictures });
      const command = onOneCore('import', 'wordpress', file, '--files', uploads);
      const importer = launch({ DATA_DIR: server.dataDir, PUBLIC_URL: server.url }, command);
      roots.push(importer.process.pid!);
      let isDone = false;
      const importing = once(importer.process, 'close').finally(() => (isDone = true));
      await beside('import', 10, () => isDone, importing);
      roots.pop();
      expect(importer.output()).toContain(`Taken over: ${posts}`);
    });

    // 6. Floods of wrong sign-ins and of messages.
    isOver = until(loadMs);
    const wrong = (number: number) => ({
      email: `nobody${number}@example.com`,
      password: 'a walk by the river',
    });
    const signIns = flood(`${server.url}/api/admin/login`, wrong, isOver);
    await beside('flood of sign-ins', 10, isOver, signIns);
    isOver = until(loadMs);
    const words = (number: number) => ({
      name: 'A',
      email: 'a@example.com',
      subject: `S ${number}`,
      message: 'M',
    });
    const messages = flood(`${server.url}/api/contact`, words, isOver);
    await beside('flood of messages', 10, isOver, messages);
    const statuses = { signIns: await signIns, messages: await messages };
    const sent = Object.values(statuses).flatMap((one) => Object.values(one));
    requests += memory.requests + photographs + sent.reduce((sum, count) => sum + count, 0);

    watched.stop();
    const code = await server.end('SIGTERM');
    await removeData(server);
    addFigures(context, { requests, acknowledged: memory.acknowledged, notes });
    expect(code).toBe(0);
    expect(others).toEqual({});
    expect(memory.surprises).toEqual([]);
    expect(Object.keys(statuses.messages)).toEqual(['201']);
    expect(Object.keys(statuses.signIns).filter((one) => !['422', '429', '503'].includes(one))).toEqual([]);
    expect(seen.uploading).toBeLessThanOrEqual(most.uploading);
    expect(Math.max(...Object.values(seen)), notes.join('; ')).toBeLessThanOrEqual(most.ever);
  },
);
