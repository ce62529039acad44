import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { openSqlite } from '../../src/database/sqlite.ts';
import { entities } from '../../src/entities.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { openLosableDisk } from '../support/power-loss.ts';
import { randomFrom, seed } from '../support/random.ts';
import { addKey, storeKey } from '../support/stored-response-keys.ts';

const writers = 4;
const rounds = chooseByForm(40, 8);

test.skipIf(isShortForm)('acknowledged rows survive a power failure at many random moments', async () => {
  const random = randomFrom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-power-'));
  const base = inject('sqliteBase');
  for (const name of await readdir(base)) await copyFile(join(base, name), join(dataDir, name));
  const file = join(dataDir, 'atrium.sqlite');
  const acknowledged = new Set<string>();
  const committed = new Set<string>();
  const problems: string[] = [];
  let losses = 0;
  let lostUnacknowledged = 0;
  const losePower = () => {
    losses += 1;
    const left = new Set(disk.keysAfterLoss());
    for (const key of acknowledged) if (!left.has(key)) problems.push(`${key} is lost`);
    for (const key of left) if (!left.has(twinOf(key))) problems.push(`half of ${key} is stored`);
    lostUnacknowledged += [...committed].filter((key) => !left.has(key)).length;
  };
  const disk = openLosableDisk(file, random, losePower);
  const database = await openSqlite({ entities, migrations, url: undefined, dataDir }, file, {
    sync: disk.sync,
    onRefusedFlush: (error) => void problems.push(String(error)),
  });
  await database.fork().getConnection().execute('pragma wal_autocheckpoint = 0');

  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let round = 0; round < rounds; round += 1) {
        const key = `${writer} ${round} a`;
        const stored = storeKey(database, key, (inside) =>
          addKey(inside, twinOf(key), 'x'.repeat(random() * 9000)),
        );
        // The commit precedes the acknowledgement: the driver releases the connection in between.
        void stored.then(() => acknowledged.add(key).add(twinOf(key)));
        while (!(await isCommitted(key))) await new Promise((next) => setImmediate(next));
        committed.add(key);
        if (random() < 0.3) losePower();
        await stored;
        if (random() < 0.1)
          disk.checkpoint((['passive', 'restart', 'truncate'] as const)[Math.floor(random() * 3)]!);
        if (random() < 0.3) losePower();
      }
    }),
  );
  expect(problems).toEqual([]);
  expect(acknowledged.size).toBe(2 * writers * rounds);
  expect(losses).toBeGreaterThan(5 * rounds);
  // The simulation does lose unacknowledged rows, so it would detect an early acknowledgement.
  expect(lostUnacknowledged).toBeGreaterThan(0);
  disk.close();
  await database.close();
  await rm(dataDir, { recursive: true });

  async function isCommitted(key: string): Promise<boolean> {
    const read = database.read.withTables<{ kept_answers: { key: string } }>();
    return (await read.selectFrom('kept_answers').select('key').where('key', '=', key).execute()).length > 0;
  }
});

/** Returns the key of the other row of the same transaction. */
function twinOf(key: string): string {
  return key.endsWith('a') ? key.replace(/a$/, 'b') : key.replace(/b$/, 'a');
}
