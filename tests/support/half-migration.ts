import { Migration } from '@mikro-orm/migrations';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { entities } from '../../src/entities.ts';

// A program that a test kills. It migrates in the same way as the server, with an additional migration that never ends.
const [dataDir = '', url] = process.argv.slice(2);
class Endless extends Migration {
  override async up(): Promise<void> {
    await this.execute('create table half_made (id integer)');
    await this.execute('drop table jobs');
    process.stdout.write('half-way\n');
    await new Promise(() => setInterval(() => {}, 1000));
  }
}
const endless = { name: '99999999-endless', class: Endless };
const database = await openDatabase({ entities, migrations: [...migrations, endless], url, dataDir });
await migrate(database);
