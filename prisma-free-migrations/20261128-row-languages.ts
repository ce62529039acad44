import { Migration } from '@mikro-orm/migrations';

const tables = ['posts', 'jobs', 'projects'];

/** Adds the language of a row's texts. Null means the language of the site. */
export class RowLanguages extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of tables) await db.schema.alterTable(table).addColumn('lang', 'text').execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of tables) await db.schema.alterTable(table).dropColumn('lang').execute();
  }
}
