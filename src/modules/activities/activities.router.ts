import { z } from 'zod';
import { Download } from '../../trpc/download.ts';
import { router } from '../../trpc/init.ts';
import { signedIn, signedInGuarded } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { spreadsheetType } from '../../trpc/spreadsheet.ts';
import { listActivities } from '../../log/activities.service.ts';
import { recordCallerEntry } from '../../log/caller-entry.service.ts';
import { exportActivities } from './activities-csv.service.ts';
import { ActivityInput, ActivityPage, ActivityQuery, ActivityView } from '../../log/activity.schema.ts';

export const activitiesRouter = router({
  list: signedIn
    .meta(
      rest('GET', '/admin/activities', 'List the activity log', {
        rows: 'activities',
        scopes: ['activities:read'],
      }),
    )
    .input(ActivityQuery)
    .output(ActivityPage)
    .query(({ ctx, input }) => listActivities(ctx, input)),

  csv: signedInGuarded
    .meta(
      rest('GET', '/admin/activities.csv', 'Download the activity log as CSV', {
        download: spreadsheetType,
        scopes: ['csv:read', 'activities:read'],
      }),
    )
    .input(ActivityQuery.omit({ page: true, per_page: true, sort: true, cursor: true, fields: true }))
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => exportActivities(ctx, input)),

  record: signedIn
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
});
