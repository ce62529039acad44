import { sql } from 'kysely';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { acquireKey, isKeyInUse } from '../../locks/used-keys.ts';
import type { BulkResult } from '../../shared/bulk.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { type Stage, stagesOf } from '../../shared/settings/stages.ts';
import type { Context } from '../../trpc/context.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import type { Applicants, ApplicantCounts, StageInput } from './inbox.schema.ts';
import { publishInboxChange } from './live-inbox.ts';
import { changeMessages } from './message-acts.ts';
import { listMessages } from './messages.ts';

/** Of a job, on its board. */
const maxShown = 500;
/** How long the choice to keep applicants counts. */
const keptMs = 10 * 365 * 24 * 60 * 60_000;
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
  const job = await jobsModule.get(ctx, id);
  const stages = await listStages(ctx);
  const { messages, meta } = await listMessages(ctx, {
    job: id,
    kind: 'application',
    sort: ['listed_at:desc'],
    page: 1,
    per_page: maxShown,
  });
  const notes = await countNotes(
    ctx,
    messages.map((message) => message.id),
  );
  const key = keyOfKept(id, messages);
  return {
    job: {
      id,
      title: job.title,
      is_closed: isClosed(job, ctx.now),
      keeps_open: await isKeyInUse({ em: ctx.em.fork(), now: ctx.now }, key),
    },
    stages: [...stages],
    applicants: messages.map((message) => ({ ...message, notes: notes.get(message.id) ?? 0 })),
    has_more: meta.total > messages.length,
  };
}

/** A job that was opened and closed again asks again when somebody has applied since. */
function keyOfKept(job: number, messages: readonly { id: number }[]): string {
  return `applicants-kept:${job}:${Math.max(0, ...messages.map(({ id }) => id))}`;
}

/** Nobody is asked again about the present applicants of a closed job. @throws {NotFound} without the job */
export async function keepApplicants(ctx: SignedInCtx & SettingsCtx, id: number): Promise<{ success: true }> {
  const { applicants } = await listApplicants(ctx, id);
  await inTransaction(ctx, async (tx) => {
    await acquireKey(tx, keyOfKept(id, applicants), keptMs);
    await publishInboxChange(tx);
  });
  return { success: true };
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

/** Of the jobs with applicants who are neither done nor refused. */
export async function countApplicants(ctx: Ctx & SettingsCtx): Promise<ApplicantCounts> {
  const [first] = await listStages(ctx);
  const isNew = sql<number>`case when messages.stage = ${first!.key} then 1 else 0 end`;
  const rows = await ctx.read
    .selectFrom('messages')
    .innerJoin('jobs', 'jobs.id', 'messages.about_id')
    .select((eb) => [
      'jobs.id',
      'jobs.title',
      'jobs.is_active',
      'jobs.closes_at',
      eb.fn.countAll<number | string>().as('open'),
      eb.fn.sum<number | string>(isNew).as('fresh'),
    ])
    .where('messages.folder', '=', 'inbox')
    .where('messages.kind', '=', 'application')
    .where('messages.state', '<>', 'closed')
    .where('messages.refused_at', 'is', null)
    .groupBy(['jobs.id', 'jobs.title', 'jobs.is_active', 'jobs.closes_at'])
    .orderBy('jobs.id', 'desc')
    .limit(maxJobs)
    .execute();
  return {
    jobs: rows.map(({ id, title, open, fresh, ...job }) => ({
      id,
      title,
      open: Number(open),
      new: Number(fresh),
      is_closed: isClosed(job, ctx.now),
    })),
  };
}

interface Closable {
  is_active: boolean | number;
  closes_at?: Date | number | string | null;
}

function isClosed({ is_active, closes_at }: Closable, now: Date): boolean {
  return !is_active || Boolean(closes_at && new Date(closes_at) <= now);
}
