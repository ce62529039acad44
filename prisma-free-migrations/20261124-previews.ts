import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

const table = 'previews';

/** Adds a counter of how often the draft links of a row were withdrawn. */
export class Previews extends Migration {
  override async up(): Promise<void> {
    const { schema } = this.getEntityManager().getKysely<unknown>();
    const { id, asId } = columnTypes(this.getEntityManager().getKysely<unknown>());
    await schema
      .createTable(table)
      .addColumn('id', id, asId)
      .addColumn('module', 'text', (col) => col.notNull())
      .addColumn('item_id', 'integer', (col) => col.notNull())
      .addColumn('generation', 'integer', (col) => col.notNull())
      .execute();
    await schema
      .createIndex('previews_module_item_id_unique')
      .unique()
      .on(table)
      .columns(['module', 'item_id'])
      .execute();
  }

  override async down(): Promise<void> {
    await this.getEntityManager().getKysely<unknown>().schema.dropTable(table).execute();
  }
}
