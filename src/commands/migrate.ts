import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { ensureTrigrams } from '../database/trigrams.ts';
import { openHouse } from '../house.ts';
import { runOrExplain } from '../program.ts';

await runOrExplain(async () => {
  const { database } = await openHouse(readSettings());
  const ran = await migrate(database);
  console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The database is up to date.');
  const slowSearch = await ensureTrigrams(database);
  if (slowSearch) console.log(`Note: ${slowSearch}.`);
  await database.close();
});
