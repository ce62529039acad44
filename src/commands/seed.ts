import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { loadStarterContent } from '../database/starter.ts';
import { openHouse } from '../house.ts';
import { runOrExplain } from '../program.ts';
import { seeds } from '../seeds.ts';

await runOrExplain(async () => {
  const house = await openHouse(readSettings());
  await migrate(house.database);
  await loadStarterContent(house.database, seeds, { ...house, now: new Date() });
  console.log('The starter content is loaded, wherever there was none.');
  await house.database.close();
});
