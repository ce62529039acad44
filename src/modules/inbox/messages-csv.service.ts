import { iterateRows } from '../../database/list/batches.ts';
import type { Download } from '../../trpc/download.ts';
import { type SpreadsheetColumns, spreadsheet } from '../../trpc/spreadsheet.ts';
import { type LoggedCtx, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { readNames } from './assignees.service.ts';
import type { MessageRow } from './message.repository.ts';
import type { MessageQuery, MessageView } from './message.schema.ts';
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
};

/** Omits spam and records the export in the security log. */
export async function exportMessages(
  ctx: LoggedCtx,
  { is_read, search }: Omit<MessageQuery, 'page' | 'per_page'>,
): Promise<Download> {
  await recordSecurityEvent(ctx, 'exported', { details: { call: 'inbox.csv' } });
  const filter = { is_spam: 0, is_read: is_read === undefined ? undefined : Number(is_read), search };
  const names = ['id', 'created_at', 'kind', 'subject', 'message', 'name', 'email', 'phone'] as const;
  const more = ['details', 'attachment_name', 'is_read', 'state', 'assignee_id'] as const;
  const people = await readNames(ctx.read);
  async function* rows() {
    const all = iterateRows<MessageRow>(ctx.read, 'messages', [...names, ...more], filter);
    for await (const row of all) yield toMessageView(row, people);
  }
  return spreadsheet(`messages-${ctx.now.toISOString().slice(0, 10)}.csv`, columns, rows());
}
