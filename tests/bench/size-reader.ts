import { once } from 'node:events';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { openDatabase } from '../../src/database/open.ts';
import { entities } from '../../src/entities.ts';
import { measures } from './size-measures.ts';

/** Where the rows lie, and how many. */
export interface Reading {
  url: string | undefined;
  dataDir: string;
  rows: number;
}

const rounds = 5;

// A process that does nothing but read: it goes through everything that is measured, and tells how much memory it takes then, in MB.
const [{ rows, ...where }] = (await once(process, 'message')) as [Reading];
const database = await openDatabase({ entities, migrations, ...where });
const all = measures(database, rows);
for (let round = 0; round < rounds; round += 1) {
  // What a busy machine lets run into the limits of the house is of no matter here.
  for (const { run } of all) await run().catch(() => {});
}
process.send?.(Math.round(process.memoryUsage.rss() / 1e6));
await database.close();
process.disconnect();
