import { sql } from 'kysely';
import { toIso } from '../../database/columns.ts';
import { readPage } from '../../database/list/page.ts';
import { containsWords, searchWords } from '../../database/search/search-words.ts';
import type { Reader } from '../../database/ctx.ts';
import { pageSizes } from '../../shared/enumerations.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { withAsOf } from '../../shared/pagination.ts';
import { keptPictureAddress } from '../../shared/picture-view.ts';
import { trashDays } from '../../shared/retention.ts';
import type { TrashPage, TrashQuery } from './trash.schema.ts';

const dayMs = 24 * 60 * 60_000;
const retentionMs = trashDays * dayMs;

/** Returns the cutoff of the trash. Rows that were deleted at this moment or earlier can no longer be restored. */
export function trashCutoff(now: Date): Date {
  return new Date(now.getTime() - retentionMs);
}

export async function readTrash(
  read: Reader,
  module: ActivityModule,
  { deleted_since, ...query }: TrashQuery,
  now: Date,
): Promise<TrashPage> {
  const { search, before } = query;
  const inModule = read
    .selectFrom('trash_items')
    .where('module', '=', module)
    .where('deleted_at', '>', trashCutoff(now));
  let matching = search
    ? inModule.where(containsWords('search_text', await searchWords(read, search)))
    : inModule;
  if (deleted_since) matching = matching.where('deleted_at', '>=', deleted_since);
  if (before !== undefined) {
    // `before` is the id of the deleted row, not the id of its trash item.
    matching = matching.where(sql<boolean>`(deleted_at, id) <
      (select deleted_at, id from trash_items where module = ${module} and item_id = ${before})`);
  }
  const rows = matching
    .select(['item_id', 'title', 'picture', 'user_name', 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc');
  const page = await readPage(read, { matching, rows, query, pageSize: pageSizes.trash });
  return {
    items: page.rows.map(({ item_id, title, picture, user_name, deleted_at }) => ({
      id: item_id,
      title,
      deleted_at: toIso(deleted_at),
      deleted_by: user_name,
      kept_until: new Date(new Date(deleted_at).getTime() + retentionMs).toISOString(),
      picture: keptPictureAddress(picture),
    })),
    meta: withAsOf(page.meta, now, deleted_since),
  };
}
