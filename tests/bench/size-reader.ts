import { once } from 'node:events';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { openDatabase } from '../../src/database/open.ts';
import { entities } from '../../src/entities.ts';
import { measures } from './size-measures.ts';

/** The location and the number of the rows. */
export interface Reading {
  url: string | undefined;
  dataDir: string;
  rows: number;
}

const rounds = 5;

// A process that only reads. It runs every measure and reports its memory in MB.
const [{ rows, ...where }] = (await once(process, 'message')) as [Reading];
const database = await openDatabase({ entities, migrations, ...where });
const all = measures(database, rows);
for (let round = 0; round < rounds; round += 1) {
  // On a busy machine, some calls exceed the server's limits. That does not matter here.
  for (const { run } of all) await run().catch(() => {});
}
process.send?.(Math.round(process.memoryUsage.rss() / 1e6));
await database.close();
process.disconnect();
