import { Migration } from '@mikro-orm/migrations';
import { columnTypes } from './column-types.ts';

/**
 * Adds which sign-in at the provider a session comes from, and whether the e-mail address of an account is
 * unconfirmed.
 */
export class SsoSessions extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    const { boolean } = columnTypes(db);
    // Null for existing sessions.
    await db.schema.alterTable('sessions').addColumn('sso_link_id', 'integer').execute();
    await db.schema.alterTable('sessions').addColumn('sso_sid', 'text').execute();
    await db.schema.createIndex('sessions_sso_sid_index').on('sessions').column('sso_sid').execute();
    // Null for existing accounts, which continue to get their mail.
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
