import { iterateRows } from '../../database/list/iterate-rows.ts';
import type { Download } from '../../trpc/download.ts';
import { type SpreadsheetColumns, csvDownload } from '../../trpc/spreadsheet.ts';
import { type LoggedCtx, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { readNames } from './assignees.service.ts';
import { filterOf, type MessageRow } from './message.repository.ts';
import type { MessageFilter, MessageQuery, MessageView } from './message.schema.ts';
import { toMessageView } from './message.view.ts';

const columns: SpreadsheetColumns<MessageView> = {
  Id: ({ id }) => id,
  Received: ({ created_at }) => created_at,
  Form: ({ kind }) => kind,
  Name: ({ name }) => name,
  'E-mail': ({ email }) => email,
  Phone: ({ phone }) => phone,
  Subject: ({ subject }) => subject,
  Message: ({ message }) => message,
  Read: ({ is_read }) => (is_read ? 'yes' : 'no'),
  Details: ({ details }) =>
    Object.entries(details)
      // Sorted, because PostgreSQL does not preserve the order of JSON members.
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  File: ({ attachment }) => attachment?.name ?? null,
  State: ({ state }) => state,
  'Assigned to': ({ assignee }) => assignee?.name ?? null,
  Folder: ({ folder }) => folder,
};

/**
 * Returns the messages that match the filter as CSV. If no folder is given, returns messages in the inbox. Records the
 * export in the security log.
 */
export async function exportMessages(
  ctx: LoggedCtx,
  { search, ...filter }: MessageFilter & Pick<MessageQuery, 'search'>,
): Promise<Download> {
  await recordSecurityEvent(ctx, 'exported', { details: { call: 'inbox.csv' } });
  const names = ['id', 'created_at', 'kind', 'subject', 'message', 'name', 'email', 'phone'] as const;
  const more = ['details', 'attachment_name', 'is_read', 'state', 'assignee_id', 'folder'] as const;
  const asked = { ...filterOf(filter, ctx.viewer), search };
  const people = await readNames(ctx.read);
  async function* rows() {
    const all = iterateRows<MessageRow>(ctx.read, 'messages', [...names, ...more], asked);
    for await (const row of all) yield toMessageView(row, people);
  }
  return csvDownload(`messages-${ctx.now.toISOString().slice(0, 10)}.csv`, columns, rows());
}
