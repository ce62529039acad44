import { type ListPage, readPage } from '../../database/list.ts';
import { contains } from '../../database/search.ts';
import type { Reader } from '../../database/work.ts';
import { type MessageKind, pageSizes } from '../../shared/catalog.ts';
import type { MessageQuery } from './message.schema.ts';

/** A row as either driver gives it; an entity fits too. */
export interface MessageRow {
  id: number;
  created_at: Date | number;
  kind: MessageKind;
  subject: string;
  message: string;
  name: string;
  email: string;
  phone?: string | null;
  details: Record<string, string> | string;
  attachment_name?: string | null;
  is_read: boolean | number;
  spam_reasons?: string[] | string | null;
}

const columns = [
  'id',
  'created_at',
  'kind',
  'subject',
  'message',
  'name',
  'email',
  'phone',
  'details',
  'attachment_name',
  'is_read',
  'spam_reasons',
] as const;

type Tables = { messages: MessageRow & { is_spam: boolean | number; search_text: string } };

/** One page of the messages that are no spam, or of those that are, newest first. */
export function readMessages(
  read: Reader,
  query: MessageQuery,
  { isSpam = false }: { isSpam?: boolean } = {},
): Promise<ListPage<MessageRow>> {
  const { is_read, search } = query;
  // SQLite binds no booleans; PostgreSQL reads `1` and `0` as text of a boolean.
  let wanted = read.withTables<Tables>().selectFrom('messages').where('is_spam', '=', Number(isSpam));
  if (is_read !== undefined) wanted = wanted.where('is_read', '=', Number(is_read));
  if (search) wanted = wanted.where((eb) => contains(eb, 'search_text', search));
  const rows = wanted.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(read, { matching: wanted, rows, query, pageSize: pageSizes.inbox });
}
