import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { ensureTrigramIndexes } from '../database/search/trigrams.ts';
import { expectNoArguments, runAndExplainErrors } from '../run-command.ts';
import { openServices } from '../services.ts';

expectNoArguments('migrate', 'brings the database up to date');
await runAndExplainErrors(async () => {
  const { database } = await openServices(readSettings());
  const ran = await migrate(database);
  console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'The database is up to date.');
  const slowSearch = await ensureTrigramIndexes(database);
  if (slowSearch) console.log(`Note: ${slowSearch}.`);
  await database.close();
});
