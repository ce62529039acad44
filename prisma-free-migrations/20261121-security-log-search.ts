import { Migration } from '@mikro-orm/migrations';
import type { Kysely } from 'kysely';

interface Tables {
  security_events: {
    id: number;
    user_name: string | null;
    email: string | null;
    address: string;
    search_text: string;
  };
}

const batchRows = 500;

/** Makes new and existing security events searchable by name, e-mail address and network address. */
export class SecurityLogSearch extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<Tables>();
    await db.schema
      .alterTable('security_events')
      .addColumn('search_text', 'text', (col) => col.notNull().defaultTo(''))
      .execute();
    await fillIn(db);
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    await db.schema.alterTable('security_events').dropColumn('search_text').execute();
  }
}

/**
 * Fills the search texts of the existing events. The texts are folded in JavaScript, because the databases'
 * `lower()` may fold only ASCII.
 */
async function fillIn(db: Kysely<Tables>): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('security_events')
      .select(['id', 'user_name', 'email', 'address'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    for (const { id, user_name, email, address } of rows) {
      const search_text = [user_name ?? '', email ?? '', address].join('\n').normalize('NFKC').toLowerCase();
      await db.updateTable('security_events').set({ search_text }).where('id', '=', id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
