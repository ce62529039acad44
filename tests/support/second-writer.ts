import { migrations } from '../../prisma-free-migrations/list.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { entities } from '../../src/entities.ts';
import { incrementOften } from './two-writers.ts';

// A program that writes to the database in a data folder at the same time as the test. Sends the errors of its failed
// transactions to the test.

const [dataDir = '', times = ''] = process.argv.slice(2);
const database = await openDatabase({ entities, migrations, url: undefined, dataDir });
process.send?.('open');
process.once('message', async () => {
  const refused = await incrementOften(database, Number(times));
  await database.close();
  process.send?.(refused, () => process.disconnect());
});
