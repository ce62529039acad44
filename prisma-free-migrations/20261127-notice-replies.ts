import { Migration } from '@mikro-orm/migrations';

/**
 * Adds the visitor's e-mail address to the mails about new messages, so that staff can answer from their mail
 * program.
 */
export class NoticeReplies extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.alterTable('notice_mails').addColumn('reply_to', 'text').execute();
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.alterTable('notice_mails').dropColumn('reply_to').execute();
  }
}
