import type { SignedInCtx } from '../../database/ctx.ts';
import type { Download } from '../../trpc/download.ts';
import { type SpreadsheetColumns, csvDownload } from '../../trpc/spreadsheet.ts';
import { type LoggedCtx, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { readEveryActivity } from '../../log/activity.repository.ts';
import type { ActivityQuery, ActivityView } from '../../log/activity.schema.ts';
import { toActivityView } from '../../log/activity.view.ts';

const columns: SpreadsheetColumns<ActivityView> = {
  Id: ({ id }) => id,
  When: ({ created_at }) => created_at,
  Who: ({ user_name }) => user_name,
  'E-mail': ({ user_email }) => user_email,
  What: ({ type }) => type,
  Module: ({ module }) => module,
  Description: ({ description, note, user_name, verified }) =>
    note && !verified ? `Reported by ${user_name}: ${note}` : description,
  Note: ({ note, user_name, verified }) => (note && verified ? `Note by ${user_name}: ${note}` : null),
  Confirmed: ({ verified }) => (verified ? 'yes' : 'no'),
  Changes: ({ changes = {} }) =>
    Object.entries(changes)
      .map(([field, change]) => `${field}: ${toWords(change.old)} → ${toWords(change.new)}`)
      .join('\n'),
};

export async function exportActivities(
  ctx: LoggedCtx & SignedInCtx,
  filter: Omit<ActivityQuery, 'page' | 'per_page'>,
): Promise<Download> {
  await recordSecurityEvent(ctx, 'exported', { details: { call: 'activities.csv' } });
  const { role } = ctx.viewer;
  async function* rows() {
    for await (const row of readEveryActivity(ctx.read, filter, role)) yield toActivityView(row, role);
  }
  return csvDownload(`activities-${ctx.now.toISOString().slice(0, 10)}.csv`, columns, rows());
}

function toWords(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
