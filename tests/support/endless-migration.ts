import { Migration } from '@mikro-orm/migrations';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { entities } from '../../src/entities.ts';

// A program that a test kills during a migration. It migrates the database as the server does, but the last
// migration never ends.
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
