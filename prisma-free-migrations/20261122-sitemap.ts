import { Migration } from '@mikro-orm/migrations';

const indexes: [table: string, columns: string[]][] = [
  ['posts', ['is_published', 'id', 'updated_at']],
  ['jobs', ['is_active', 'id', 'updated_at']],
  ['projects', ['id', 'updated_at']],
];

/**
 * Adds indexes for the sitemap. The sitemap can then read the ids and times of all rows without reading their
 * texts.
 */
export class Sitemap extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const [table, columns] of indexes) {
      await db.schema.createIndex(nameOf(table, columns)).on(table).columns(columns).execute();
    }
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const [table, columns] of indexes) {
      await db.schema.dropIndex(nameOf(table, columns)).execute();
    }
  }
}

function nameOf(table: string, columns: string[]): string {
  return `${table}_${columns.join('_')}_index`;
}
