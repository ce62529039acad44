import { Migration } from '@mikro-orm/migrations';

/** Adds how often the preview links of a person were ended, all at once. */
export class PreviewMakers extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema
      .alterTable('users')
      .addColumn('preview_generation', 'integer', (col) => col.notNull().defaultTo(0))
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.alterTable('users').dropColumn('preview_generation').execute();
  }
}
