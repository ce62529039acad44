import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { loadStarterContent } from '../database/seed.ts';
import { runOrExplain } from '../program.ts';
import { moduleList } from '../modules.ts';
import { openServices } from '../services.ts';

await runOrExplain(async () => {
  const services = await openServices(readSettings());
  await migrate(services.database);
  const seeds = moduleList.map(({ seed }) => seed);
  await loadStarterContent(services.database, seeds, { ...services, now: new Date() });
  console.log('The starter content is loaded, wherever there was none.');
  await services.database.close();
});
