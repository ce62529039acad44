import { Migration } from '@mikro-orm/migrations';
import type { Kysely } from 'kysely';

const before = ['user_id', 'created_at'];
const now = ['user_id', 'is_verified', 'has_caller_post', 'created_at'];

/**
 * Replaces an index of the activity log. The new index finds the entries that lack a program's post or a
 * confirmation, without reading all recent entries of a user.
 */
export class SameEvent extends Migration {
  override async up(): Promise<void> {
    await replaceIndex(this.getEntityManager().getKysely<unknown>(), before, now);
  }

  override async down(): Promise<void> {
    await replaceIndex(this.getEntityManager().getKysely<unknown>(), now, before);
  }
}

async function replaceIndex(db: Kysely<unknown>, old: string[], other: string[]): Promise<void> {
  const nameOf = (columns: string[]) => `activities_${columns.join('_')}_index`;
  await db.schema.dropIndex(nameOf(old)).execute();
  await db.schema.createIndex(nameOf(other)).on('activities').columns(other).execute();
}
