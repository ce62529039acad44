import type { ListPage } from '../../database/list/list.ts';
import { isOlder } from '../../database/list/page-slice.ts';
import { readPage } from '../../database/list/small-list.ts';
import { containsWords, searchWords } from '../../database/search/search-words.ts';
import type { Reader } from '../../database/ctx.ts';
import { pageSizes } from '../../shared/enumerations.ts';
import type { SecurityQuery } from './security-event.schema.ts';

export interface SecurityEventRow {
  id: number;
  /** Another version of the program may have stored a type that this version lacks. */
  type: string;
  user_name: string | null;
  email: string | null;
  address: string;
  details: Record<string, unknown> | string;
  created_at: Date | number;
}

interface SearchedColumns {
  search_text: string;
  user_id: number | null;
  of_id: number | null;
}

const columns = ['id', 'type', 'user_name', 'email', 'address', 'details', 'created_at'] as const;

export async function readSecurityEvents(
  read: Reader,
  query: SecurityQuery,
): Promise<ListPage<SecurityEventRow>> {
  const { type, user_id, search, before } = query;
  let matching = read
    .withTables<{ security_events: SecurityEventRow & SearchedColumns }>()
    .selectFrom('security_events');
  if (type) matching = matching.where('type', '=', type);
  if (user_id !== undefined) {
    matching = matching.where((eb) => eb.or([eb('user_id', '=', user_id), eb('of_id', '=', user_id)]));
  }
  if (search) matching = matching.where(containsWords('search_text', await searchWords(read, search)));
  if (before !== undefined) matching = matching.where(isOlder('security_events', before));
  const rows = matching.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(read, { matching, rows, query, pageSize: pageSizes.security });
}
