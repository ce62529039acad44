import { everyRow } from '../../database/every-row.ts';
import type { Download } from '../../trpc/download.ts';
import { type SpreadsheetColumns, spreadsheet } from '../../trpc/spreadsheet.ts';
import { type LoggedWork, noteSecurity } from '../security/security.service.ts';
import type { ActivityRow } from './activity.repository.ts';
import type { ActivityQuery, ActivityView } from './activity.schema.ts';
import { toActivityView } from './activity.view.ts';

const columns: SpreadsheetColumns<ActivityView> = {
  Id: ({ id }) => id,
  When: ({ created_at }) => created_at,
  Who: ({ user_name }) => user_name,
  What: ({ type }) => type,
  Module: ({ module }) => module,
  Description: ({ description }) => description,
  Confirmed: ({ verified }) => (verified ? 'yes' : 'no'),
  Changes: ({ changes = {} }) =>
    Object.entries(changes)
      .map(([field, change]) => `${field}: ${toWords(change.old)} → ${toWords(change.new)}`)
      .join('\n'),
};

/** All that the activity log shows under a filter, for a spreadsheet; the security log tells of it. */
export async function exportActivities(
  work: LoggedWork,
  { type, module, search }: Omit<ActivityQuery, 'page' | 'per_page'>,
): Promise<Download> {
  await noteSecurity(work, 'exported', { details: { call: 'activities.csv' } });
  const names = ['id', 'created_at', 'user_name', 'type', 'module', 'description', 'is_verified'] as const;
  async function* rows() {
    const filter = { type, module, search };
    const all = everyRow<ActivityRow>(work.read, 'activities', [...names, 'metadata', 'changes'], filter);
    for await (const row of all) yield toActivityView(row);
  }
  return spreadsheet(`activities-${work.now.toISOString().slice(0, 10)}.csv`, columns, rows());
}

function toWords(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
