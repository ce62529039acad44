import { Migration } from '@mikro-orm/migrations';

const tables = ['posts', 'members', 'jobs', 'projects', 'testimonials', 'clients', 'media', 'users'];

/** Adds indexes that find the rows that have changed since a given time. */
export class ChangedRows extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of tables) {
      await db.schema
        .createIndex(`${table}_updated_at_id_index`)
        .on(table)
        .columns(['updated_at', 'id'])
        .execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const table of tables) await db.schema.dropIndex(`${table}_updated_at_id_index`).execute();
  }
}
