import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { chooseByForm } from '../../support/test-form.ts';
import { admin, type RunningServer, removeData, startServer } from '../../support/running-server.ts';

const job = {
  title: 'Engineer',
  description: 'Builds',
  type: 'Full-time',
  location: 'London',
  department: 'IT',
  requirements: ['Patience'],
  responsibilities: ['Build'],
  is_active: true,
};
const message = { name: 'A', email: 'a@example.com', subject: 'S', message: 'M' };
const withBrokenDisk = { NODE_OPTIONS: `--import="${resolve('tests/support/broken-disk.ts')}"` };

async function post(server: RunningServer, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

async function titles(server: RunningServer): Promise<string[]> {
  const { jobs } = await (await fetch(`${server.url}/api/jobs`)).json();
  return jobs.map(({ title }: { title: string }) => title);
}

const changes: [path: string, body: object][] = [
  ['/api/admin/jobs', { ...job, title: 'Architect' }],
  ['/api/contact', message],
  ['/api/admin/login', admin],
];
// Each change needs two servers, and all commit in the same way.
const tried = chooseByForm(changes, changes.slice(0, 1));
test.each(tried)(
  'UP12 a change by %s that the disk refuses to flush is never acknowledged, and ends the server with one line',
  async (path, body) => {
    const server = await startServer({ ...withBrokenDisk, LOG_LEVEL: 'error' });
    const { token } = (await post(server, '/api/admin/login', admin)).body;
    expect((await post(server, '/api/admin/jobs', job, token)).status).toBe(201);
    await writeFile(join(server.dataDir, 'broken'), '');
    await expect(post(server, path, body, token)).rejects.toThrow('fetch failed');
    expect(await server.end()).toBe(1);
    const lines = server.output().split('\n');
    expect(lines.filter((line) => line.includes('refuses to store'))).toEqual([
      'The disk refuses to store what was committed (EIO: i/o error, fdatasync): the server ends. Start it again.',
    ]);
    const again = await startServer({}, server.dataDir);
    expect(await titles(again)).toContain('Engineer');
    expect((await post(again, '/api/admin/jobs', { ...job, title: 'Painter' }, token)).status).toBe(201);
    expect(await titles(again)).toContain('Painter');
    await again.end('SIGTERM');
    await removeData(again);
  },
);
