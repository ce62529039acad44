import { type ListPage, listOf } from '../../database/list/list.ts';
import type { Reader } from '../../database/ctx.ts';
import { type MessageKind, type MessageState, pageSizes } from '../../shared/enumerations.ts';
import type { MessageQuery } from './message.schema.ts';

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
  state: MessageState;
  assignee_id?: number | null;
  about_id?: number | null;
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
  'state',
  'assignee_id',
  'about_id',
] as const;

const messages = listOf<MessageRow>({
  name: 'messages',
  columns,
  pageSize: pageSizes.inbox,
  cursors: 'any order',
});

export function readMessages(
  read: Reader,
  { is_read, ...query }: MessageQuery,
  { isSpam = false }: { isSpam?: boolean } = {},
): Promise<ListPage<MessageRow>> {
  const filter = { is_spam: Number(isSpam), is_read: is_read === undefined ? undefined : Number(is_read) };
  return messages.page(read, query, filter);
}

const maxOthers = 100;

/** Counts the other messages without spam from the same address, up to 100. */
export async function countOthers(
  read: Reader,
  { id, email_key }: { id: number; email_key: string },
): Promise<number> {
  const others = await read
    .withTables<{ messages: { id: number; email_key: string; is_spam: number } }>()
    .selectFrom('messages')
    .select('id')
    .where('email_key', '=', email_key)
    .where('is_spam', '=', 0)
    .where('id', '!=', id)
    .limit(maxOthers)
    .execute();
  return others.length;
}
