import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { isShortForm } from '../support/test-form.ts';
import { picture } from '../support/pictures.ts';
import { randomFrom, seed } from '../support/random.ts';
import { admin, type RunningServer, startServer } from '../support/running-server.ts';

const post = { excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };
const writers = 4;

interface Acknowledged {
  id: number;
  title: string;
  featured_image: string;
}

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-copied-'));
  server = await startServer({}, join(folder, 'data'));
});
afterAll(async () => {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function signIn({ url }: RunningServer): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(admin),
  });
  return { authorization: `Bearer ${(await login.json()).token}` };
}

/** Writes posts with pictures, several at a time, until `isOver`. Returns the acknowledged ones as they arrive. */
function writeOn(headers: Record<string, string>, image: File, isOver: () => boolean) {
  const acknowledged: Acknowledged[] = [];
  let count = 0;
  const write = async () => {
    while (!isOver()) {
      const body = buildFormData({ ...post, title: `Post ${count++}`, featured_image: image });
      const answer = await fetch(`${server.url}/api/admin/blog-posts`, { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
      acknowledged.push((await answer.json()).post);
    }
  };
  return { acknowledged, done: Promise.all(Array.from({ length: writers }, write)) };
}

/** Stops a process like a power failure, and resolves when none of its processes is running. */
async function freeze({ process: child }: RunningServer): Promise<void> {
  child.kill('SIGSTOP');
  const state = () => readFile(`/proc/${child.pid}/stat`, 'utf8').then((stat) => stat.split(') ')[1]?.[0]);
  if (process.platform === 'linux') await expect.poll(state).toBe('T');
}

// The full form only, because every copy needs a server of its own.
test.skipIf(isShortForm || process.platform === 'win32')(
  'DU2 a copy of the data folder of any instant starts, and holds what was acknowledged until then',
  async () => {
    const headers = await signIn(server);
    const image = await picture({ format: 'jpeg' });
    let isOver = false;
    const { acknowledged, done } = writeOn(headers, image, () => isOver);
    const random = randomFrom(seed);
    const copies: { dataDir: string; until: Acknowledged[] }[] = [];
    for (const at of [1, 2, 3]) {
      const wanted = acknowledged.length + 1 + Math.floor(random() * 20);
      await expect
        .poll(() => acknowledged.length, { interval: 1, timeout: 30_000 })
        .toBeGreaterThanOrEqual(wanted);
      await freeze(server);
      const until = [...acknowledged];
      const dataDir = join(folder, `copy-${at}`);
      await cp(server.dataDir, dataDir, { recursive: true });
      server.process.kill('SIGCONT');
      copies.push({ dataDir, until });
    }
    isOver = true;
    await done;

    for (const { dataDir, until } of copies) {
      const copy = await startServer({}, dataDir);
      const { posts } = await (await fetch(`${copy.url}/api/blog-posts`)).json();
      const found = new Map((posts as Acknowledged[]).map((one) => [one.id, one]));
      for (const { id, title, featured_image } of until) {
        expect(found.get(id)).toMatchObject({ title, featured_image });
      }
      // One more post of each writer may be stored without its response. None may be half stored.
      expect(found.size).toBeLessThanOrEqual(until.length + writers);
      for (const { featured_image } of found.values()) {
        expect((await fetch(`${copy.url}/${featured_image}`)).status).toBe(200);
      }
      await copy.end('SIGTERM');
      const file = new BetterSqlite3(join(dataDir, 'atrium.sqlite'), { readonly: true });
      expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
      file.close();
    }
  },
);
