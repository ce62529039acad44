import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { BulkResult } from '../../shared/bulk.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { type Stage, stagesOf } from '../../shared/settings/stages.ts';
import type { Context } from '../../trpc/context.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import type { Applicants, NewApplicants, StageInput } from './inbox.schema.ts';
import { changeMessages } from './message-acts.ts';
import { listMessages } from './messages.ts';

/** Of a job, on its board. */
const maxShown = 500;
/** Jobs with new applicants. */
const maxJobs = 1000;

type SettingsCtx = Pick<Context, 'siteSettings'>;

export async function listStages({ siteSettings }: SettingsCtx): Promise<readonly Stage[]> {
  const { answers } = await siteSettings.current();
  return stagesOf(answers);
}

/** @throws {RuleBroken} naming `stage` when the settings lack it */
export async function expectStage(ctx: SettingsCtx, stage: string): Promise<void> {
  const stages = await listStages(ctx);
  if (!stages.some(({ key }) => key === stage))
    throw RuleBroken.of('stage', `Stage must be one of: ${stages.map(({ key }) => key).join(', ')}`);
}

/** Messages of other kinds stay as they are. @throws {RuleBroken} naming `stage` when the settings lack it */
export async function setStages(
  ctx: SignedInCtx & SettingsCtx,
  { ids, stage }: StageInput,
): Promise<BulkResult> {
  await expectStage(ctx, stage);
  return changeMessages(ctx, ids, (message) => message.setStage(stage, ctx.now));
}

/** The newest 500 in the inbox. @throws {NotFound} when there is no such job */
export async function listApplicants(ctx: Ctx & SettingsCtx, id: number): Promise<Applicants> {
  const { title } = await jobsModule.get(ctx, id);
  const stages = await listStages(ctx);
  const { messages, meta } = await listMessages(ctx, {
    job: id,
    kind: 'application',
    sort: 'listed_at:desc',
    page: 1,
    per_page: maxShown,
  });
  const notes = await countNotes(
    ctx,
    messages.map((message) => message.id),
  );
  return {
    job: { id, title },
    stages: [...stages],
    applicants: messages.map((message) => ({ ...message, notes: notes.get(message.id) ?? 0 })),
    has_more: meta.total > messages.length,
  };
}

async function countNotes({ read }: Ctx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('message_events')
    .select(['message_id', (eb) => eb.fn.countAll<number | string>().as('count')])
    .where('message_id', 'in', [...ids])
    .where('type', '=', 'note')
    .groupBy('message_id')
    .execute();
  return new Map(rows.map(({ message_id, count }) => [message_id, Number(count)]));
}

export async function countNewApplicants(ctx: Ctx & SettingsCtx): Promise<NewApplicants> {
  const [first] = await listStages(ctx);
  const rows = await ctx.read
    .selectFrom('messages')
    .innerJoin('jobs', 'jobs.id', 'messages.about_id')
    .select(['jobs.id', 'jobs.title', (eb) => eb.fn.countAll<number | string>().as('count')])
    .where('messages.folder', '=', 'inbox')
    .where('messages.stage', '=', first!.key)
    .where('messages.state', '<>', 'closed')
    .groupBy(['jobs.id', 'jobs.title'])
    .orderBy('jobs.id', 'desc')
    .limit(maxJobs)
    .execute();
  return { jobs: rows.map(({ count, ...job }) => ({ ...job, count: Number(count) })) };
}
