import { once } from 'node:events';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { entities } from '../../src/entities.ts';
import { createMeasures } from './size-measures.ts';

/** The location of the database, and its number of messages. */
export interface Reading {
  url: string | undefined;
  dataDir: string;
  rows: number;
}

const rounds = 5;

// This process only reads. It runs every measure five times, and reports its memory in megabytes.
const [{ rows, ...where }] = (await once(process, 'message')) as [Reading];
const database = await openDatabase({ entities, migrations, ...where });
const all = createMeasures(database, rows);
for (let round = 0; round < rounds; round += 1) {
  // On a busy machine, some calls exceed the time limits of the server. Their errors do not matter here.
  for (const { run } of all) await run().catch(() => {});
}
process.send?.(Math.round(process.memoryUsage.rss() / 1e6));
await database.close();
process.disconnect();
