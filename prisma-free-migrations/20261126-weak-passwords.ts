import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds whether a session began with a password that would be refused as a new password. */
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
