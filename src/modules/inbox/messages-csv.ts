import { iterateRows } from '../../database/list/list.ts';
import { stagesOf } from '../../shared/settings/stages.ts';
import type { Context } from '../../trpc/context.ts';
import { csvDownload, type Download, type SpreadsheetColumns } from '../../trpc/download.ts';
import { recordSecurityEvent, type SecurityLogCtx } from '../security-log/security-event.ts';
import { readUserNames } from './assignees.ts';
import type { MessageFilter, MessageQuery, MessageView } from './inbox.schema.ts';
import { filterOf, type MessageRow, toMessageView } from './messages.ts';

const csvColumns: SpreadsheetColumns<MessageView> = {
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
      // Sorted, because PostgreSQL does not keep the order of JSON members.
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  File: ({ attachment }) => attachment?.name ?? null,
  State: ({ state }) => state,
  'Assigned to': ({ assignee }) => assignee?.name ?? null,
  Folder: ({ folder }) => folder,
};

/** Without a folder, the inbox. The security log records the export. */
export async function exportMessages(
  ctx: SecurityLogCtx & Pick<Context, 'siteSettings'>,
  { search, ...filter }: MessageFilter & Pick<MessageQuery, 'search'>,
): Promise<Download> {
  await recordSecurityEvent(ctx, 'exported', { details: { call: 'inbox.csv' } });
  const names = ['id', 'created_at', 'kind', 'subject', 'message', 'name', 'email', 'phone'] as const;
  const more = ['details', 'attachment_name', 'is_read', 'state', 'assignee_id', 'folder', 'stage'] as const;
  const listFilter = { ...filterOf(filter, ctx.viewer), search };
  const people = await readUserNames(ctx.read);
  async function* rows() {
    const all = iterateRows<MessageRow>(ctx.read, 'messages', [...names, ...more], listFilter);
    for await (const row of all) yield toMessageView(row, people);
  }
  const { answers } = await ctx.siteSettings.current();
  const stages = new Map(stagesOf(answers).map(({ key, name }) => [key, name]));
  const columns: SpreadsheetColumns<MessageView> = {
    ...csvColumns,
    Stage: ({ stage }) => stage && (stages.get(stage) ?? stage),
  };
  return csvDownload(`messages-${ctx.now.toISOString().slice(0, 10)}.csv`, columns, rows());
}
