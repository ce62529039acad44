import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import type { SweptKind } from './sweep-candidate.entity.ts';

type CandidateCtx = Pick<Ctx, 'em' | 'now'>;

export interface DueFile {
  file: string;
  since: Date;
}

/**
 * Records files for which a sweep has found no row. Returns the files that were first recorded at least `waitMs` ago.
 * Every sweep since then has found no row for them, because `dropUnseen` deletes the records of other files.
 */
export async function recordCandidates(
  { em, now }: CandidateCtx,
  kind: SweptKind,
  files: string[],
  waitMs: number,
): Promise<DueFile[]> {
  if (files.length === 0) return [];
  const db = em.fork().getKysely<Tables>();
  const rows = await db
    .insertInto('sweep_candidates')
    .values(files.map((file) => ({ file, kind, first_seen: now, seen_at: now })))
    .onConflict((conflict) => conflict.column('file').doUpdateSet({ seen_at: now }))
    .returning(['file', 'first_seen'])
    .execute();
  return rows
    .map(({ file, first_seen }) => ({ file, since: new Date(first_seen) }))
    .filter(({ since }) => now.getTime() - since.getTime() >= waitMs);
}

export async function dropCandidates({ em }: CandidateCtx, files: string[]): Promise<void> {
  if (files.length === 0) return;
  await em.fork().getKysely<Tables>().deleteFrom('sweep_candidates').where('file', 'in', files).execute();
}

/**
 * Deletes the records of files that the current sweep did not find. Such files have a row again or no longer
 * exist.
 */
export async function dropUnseen({ em, now }: CandidateCtx, kind: SweptKind): Promise<void> {
  const db = em.fork().getKysely<Tables>();
  const unseen = db.deleteFrom('sweep_candidates').where('kind', '=', kind);
  await unseen.where('seen_at', '<', now).execute();
}
