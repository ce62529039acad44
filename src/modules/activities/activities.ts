import { z } from 'zod';
import type { SignedInCtx } from '../../database/ctx.ts';
import { listActivities, recordCallerEntry } from '../../log/activities.ts';
import { readEveryActivity, toActivityView } from '../../log/activity-views.ts';
import {
  ActivityInput,
  ActivityPage,
  ActivityQuery,
  ActivityView,
  UndoPlanView,
} from '../../log/activity.schema.ts';
import { csvDownload, Download, type SpreadsheetColumns, spreadsheetType } from '../../trpc/download.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { router, signedInProcedure, signedInProcedureWithStepUp } from '../../trpc/procedures.ts';
import { ById } from '../../shared/fields.ts';
import { type SecurityLogCtx, recordSecurityEvent } from '../security-log/security-event.ts';
import { BulkResult } from '../../shared/bulk.ts';
import { planActivityUndo, type Undoable, undoActivity, undoWholeCall } from './undo.ts';

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
      .map(([field, change]) => `${field}: ${toText(change.old)} → ${toText(change.new)}`)
      .join('\n'),
};

async function exportActivities(
  ctx: SecurityLogCtx & SignedInCtx,
  filter: Parameters<typeof readEveryActivity>[1],
): Promise<Download> {
  const { viewer } = ctx;
  const entries = readEveryActivity(ctx.read, filter, viewer);
  await recordSecurityEvent(ctx, 'exported', { details: { call: 'activities.csv' } });
  async function* rows() {
    for await (const row of entries) yield toActivityView(row, viewer);
  }
  return csvDownload(`activities-${ctx.now.toISOString().slice(0, 10)}.csv`, columns, rows());
}

function toText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

export const activitiesRouterOf = (undoable: Undoable) =>
  router({
    list: signedInProcedure
      .meta(
        rest('GET', '/admin/activities', 'List the activity log', {
          rows: 'activities',
          scopes: ['activities:read'],
        }),
      )
      .input(ActivityQuery)
      .output(ActivityPage)
      .query(({ ctx, input }) => listActivities(ctx, input)),

    csv: signedInProcedureWithStepUp
      .meta(
        rest('GET', '/admin/activities.csv', 'Download the activity log as CSV', {
          download: spreadsheetType,
          scopes: ['csv:read', 'activities:read'],
        }),
      )
      .input(ActivityQuery.omit({ page: true, per_page: true, sort: true, cursor: true, fields: true }))
      .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
      .query(({ ctx, input }) => exportActivities(ctx, input)),

    record: signedInProcedure
      .meta(
        rest(
          'POST',
          '/admin/activities',
          'Report a change; 200 if the log already has it; null if nothing changed',
          {
            status: 201,
            otherStatus: 200,
            scopes: ['activities:write'],
          },
        ),
      )
      .input(ActivityInput)
      .output(z.object({ activity: ActivityView.nullable().describe('The entry of the log') }))
      .mutation(async ({ ctx, input }) => {
        const { activity, isNew } = await recordCallerEntry(ctx, input);
        if (!isNew) ctx.setStatus(200);
        return { activity };
      }),

    /** What `undo` or `undoCall` would change now. */
    undoPlan: signedInProcedure
      .input(ById.extend({ is_whole_call: z.boolean().optional() }))
      .output(z.object({ plans: z.array(UndoPlanView) }))
      .query(async ({ ctx, input }) => ({ plans: await planActivityUndo(ctx, undoable, input) })),

    undo: signedInProcedure
      .meta(
        rest('POST', '/admin/activities/{id}/undo', 'Undo a change', {
          scopes: ['activities:read'],
        }),
      )
      .input(ById)
      .output(z.object({ activity: ActivityView.describe('The entry of the undo') }))
      .mutation(async ({ ctx, input }) => ({ activity: await undoActivity(ctx, undoable, input.id) })),

    /** All changes of a call. `id` is that of its first entry. */
    undoCall: signedInProcedure
      .input(ById)
      .output(BulkResult)
      .mutation(({ ctx, input }) => undoWholeCall(ctx, undoable, input.id)),
  });
