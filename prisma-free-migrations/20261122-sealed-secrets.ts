import { Migration } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { columnTypes } from './column-types.ts';
import { isPostgresql } from './listed-tables.ts';

/** Gives each signing key a generation, so that a new key can sign while the old key still verifies. */
export class SealedSecrets extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    // The time at which the existing keys were created is unknown.
    if (isPostgresql(db)) {
      await sql`alter table secrets add generation integer not null default 1,
        add made_at timestamptz not null default to_timestamp(0), drop constraint secrets_pkey`.execute(db);
      await sql`alter table secrets alter generation drop default, alter made_at drop default,
        add primary key (name, generation)`.execute(db);
      return;
    }
    // Makes SQLite overwrite the unencrypted keys in the file.
    await sql`pragma secure_delete = on`.execute(db);
    await db.schema.alterTable('secrets').renameTo('secrets_before').execute();
    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (col) => col.notNull())
      .addColumn('generation', 'integer', (col) => col.notNull())
      .addColumn('value', 'text', (col) => col.notNull())
      .addColumn('made_at', columnTypes(db).moment, (col) => col.notNull())
      .addPrimaryKeyConstraint('secrets_pkey', ['name', 'generation'])
      .execute();
    await sql`insert into secrets (name, generation, value, made_at) select name, 1, value, 0 from secrets_before`.execute(
      db,
    );
    await db.schema.dropTable('secrets_before').execute();
  }

  /**
   * Deletes the sealed values and the older generations of keys, because an earlier version cannot use them.
   * An earlier version then creates the missing keys.
   */
  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await sql`delete from secrets where value like 'sealed.%' or generation <
      (select max(generation) from secrets as other where other.name = secrets.name)`.execute(db);
    if (isPostgresql(db)) {
      await sql`alter table secrets drop constraint secrets_pkey, drop generation, drop made_at,
        add primary key (name)`.execute(db);
      return;
    }
    await db.schema.alterTable('secrets').renameTo('secrets_before').execute();
    await db.schema
      .createTable('secrets')
      .addColumn('name', 'text', (col) => col.notNull().primaryKey())
      .addColumn('value', 'text', (col) => col.notNull())
      .execute();
    await sql`insert into secrets (name, value) select name, value from secrets_before`.execute(db);
    await db.schema.dropTable('secrets_before').execute();
  }
}
