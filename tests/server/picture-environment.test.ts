import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImageProcessPool } from '../../src/pictures/processing/image-processes.ts';
import { photograph } from '../support/pictures.ts';

let folder: string;
let from: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-environment-'));
  from = join(folder, 'photograph');
  await writeFile(from, await photograph(6, { width: 300, height: 200 }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the names of the variables of each child process that handles pictures. */
async function readEnvironments(): Promise<string[][]> {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const children = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === process.pid && /image-worker/.test(args.join(' ')));
  const files = children.map(([pid]) => readFile(`/proc/${pid}/environ`, 'utf8'));
  return (await Promise.all(files)).map((text) =>
    text
      .split('\0')
      .filter(Boolean)
      .map((entry) => entry.slice(0, entry.indexOf('='))),
  );
}

test.runIf(process.platform === 'linux')(
  'a process that parses untrusted pictures inherits no environment, because that may hold secrets',
  async () => {
    const work = createImageProcessPool({ parallel: 1, maxWaiting: 1, maxMs: 60_000 });
    await work('measure', { from });
    const environments = await readEnvironments();
    expect(environments.length).toBeGreaterThan(0);
    // The channel between the processes needs the last two.
    const known = [
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'FONTCONFIG_FILE',
      'NODE_CHANNEL_FD',
      'NODE_CHANNEL_SERIALIZATION_MODE',
    ];
    for (const names of environments) expect(names.filter((name) => !known.includes(name))).toEqual([]);
  },
);
