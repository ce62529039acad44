import type { Reader } from '../../database/ctx.ts';
import type { Viewer } from '../../database/viewer.ts';
import {
  type Filter,
  receivedSinceKey,
  receivedUntilKey,
  unassignedKey,
  withFileKey,
  withoutFileKey,
} from '../../database/list/filters.ts';
import { type List, readList } from '../../database/list/list.ts';
import type { ListPage } from '../../database/list/page.ts';
import {
  type MessageFolder,
  type MessageKind,
  type MessageState,
  pageSizes,
} from '../../shared/enumerations.ts';
import type { MessageFilter, MessageQuery } from './message.schema.ts';

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
  folder: MessageFolder;
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
  'folder',
  'spam_reasons',
  'state',
  'assignee_id',
  'about_id',
] as const;

const messages: List = {
  name: 'messages',
  columns,
  pageSize: pageSizes.inbox,
  cursors: 'any order',
};

export function readMessages(
  read: Reader,
  query: MessageQuery,
  viewer: Pick<Viewer, 'id'> | null,
): Promise<ListPage<MessageRow>> {
  return readList(read, messages, query, filterOf(query, viewer));
}

/** Returns the filter of a list of messages. If no folder is given, the list contains the messages in the inbox. */
export function filterOf(
  { folder = 'inbox', is_read, state, assignee, kind, job, since, until, has_file }: MessageFilter,
  viewer: Pick<Viewer, 'id'> | null,
): Filter {
  const assignee_id = assignee === 'me' ? viewer?.id : assignee === 'none' ? undefined : assignee;
  return {
    folder,
    is_read,
    state,
    assignee_id,
    kind,
    about_id: job,
    [unassignedKey]: assignee === 'none' ? 1 : undefined,
    [withFileKey]: has_file === true ? 1 : undefined,
    [withoutFileKey]: has_file === false ? 1 : undefined,
    [receivedSinceKey]: since,
    [receivedUntilKey]: until,
  };
}

const maxOthers = 100;

/** Counts the other messages in the inbox from the sender of a message, up to 100. */
export async function countOthers(
  read: Reader,
  { id, email_key }: { id: number; email_key: string },
): Promise<number> {
  const others = await read
    .selectFrom('messages')
    .select('id')
    .where('email_key', '=', email_key)
    .where('folder', '=', 'inbox')
    .where('id', '!=', id)
    .limit(maxOthers)
    .execute();
  return others.length;
}
