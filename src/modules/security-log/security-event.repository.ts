import { isAfterRow } from '../../database/list/keyset.ts';
import { type ListPage, readPage } from '../../database/list/page.ts';
import { newestFirst } from '../../database/list/sort-order.ts';
import { containsWords, searchWords } from '../../database/search/search-words.ts';
import type { Reader } from '../../database/ctx.ts';
import type { RowOf } from '../../database/tables.ts';
import { pageSizes } from '../../shared/enumerations.ts';
import type { SecurityQuery } from './security-event.schema.ts';

const columns = ['id', 'type', 'user_name', 'email', 'address', 'details', 'created_at'] as const;
export type SecurityEventRow = RowOf<'security_events', (typeof columns)[number]>;

export async function readSecurityEvents(
  read: Reader,
  query: SecurityQuery,
): Promise<ListPage<SecurityEventRow>> {
  const { type, user_id, search, before } = query;
  let matching = read.selectFrom('security_events');
  if (type) matching = matching.where('type', '=', type);
  if (user_id !== undefined) {
    matching = matching.where((eb) => eb.or([eb('user_id', '=', user_id), eb('of_id', '=', user_id)]));
  }
  if (search) matching = matching.where(containsWords('search_text', await searchWords(read, search)));
  if (before !== undefined) matching = matching.where(isAfterRow('security_events', before, newestFirst));
  const rows = matching.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(read, { matching, rows, query, pageSize: pageSizes.security });
}
