import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/** Adds which sign-in at the provider a session came from, and whether an account's address may get mail. */
export class SsoSessions extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { boolean } = columnTypes(db);
    // Sessions of before stay without them.
    await db.schema.alterTable('sessions').addColumn('sso_link_id', 'integer').execute();
    await db.schema.alterTable('sessions').addColumn('sso_sid', 'text').execute();
    await db.schema.createIndex('sessions_sso_sid_index').on('sessions').column('sso_sid').execute();
    // Null for accounts of before, which go on getting their mail.
    await db.schema.alterTable('users').addColumn('is_email_unconfirmed', boolean).execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.dropIndex('sessions_sso_sid_index').execute();
    for (const column of ['sso_sid', 'sso_link_id'])
      await db.schema.alterTable('sessions').dropColumn(column).execute();
    await db.schema.alterTable('users').dropColumn('is_email_unconfirmed').execute();
  }
}
