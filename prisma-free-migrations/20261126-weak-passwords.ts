import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds whether the password of a sign-in would be refused today. */
export class WeakPasswords extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { boolean } = columnTypes(db);
    await db.schema
      .alterTable('sessions')
      .addColumn('has_weak_password', boolean, (col) => col.notNull().defaultTo(false))
      .execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.alterTable('sessions').dropColumn('has_weak_password').execute();
  }
}
