import type { NotNull } from 'kysely';
import { declareChangedTables } from '../../database/content-version.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { readRowsShowing } from '../../pictures/named-files.repository.ts';
import { orWarn, type PicturesCtx, removeUnneeded } from '../../pictures/pictures.service.ts';
import { mediaFacts } from './library.facts.ts';
import { dropUnseen, recordCandidates } from './sweep-candidates.repository.ts';

const dayMs = 24 * 60 * 60_000;

type SampleSweepCtx = PicturesCtx & { onRemoved(file: string, since: Date): void };

/**
 * Deletes the pictures of the sample content from the library that two sweeps at least a day apart have found
 * unused and unchanged. Rows in the trash and earlier versions count as uses, so that the removal of the sample
 * content can be undone.
 */
export async function sweepSamplePictures(ctx: SampleSweepCtx): Promise<void> {
  const found = await findUnusedSamples(ctx);
  const byName = new Map(found.map((picture) => [`media/${picture.id}`, picture]));
  for (const { file: name, since } of await recordCandidates(ctx, 'samples', [...byName.keys()], dayMs)) {
    const { id, path } = byName.get(name)!;
    await orWarn(ctx, path, async () => {
      if (!(await findUnusedSamples(ctx)).some((picture) => picture.id === id)) return;
      await ctx.em.fork().transactional(async (em) => {
        declareChangedTables({ em }, mediaFacts.table);
        await em.nativeDelete(MediaItem, { id });
      });
      await removeUnneeded(ctx, path);
      ctx.onRemoved(path, since);
    });
  }
  await dropUnseen(ctx, 'samples');
}

/** Returns the items of the library that came with the sample content, that nobody has changed, and that nothing uses. */
async function findUnusedSamples(ctx: SampleSweepCtx): Promise<{ id: number; path: string }[]> {
  const samples = await ctx.read
    .selectFrom('media')
    .innerJoin('starter_rows', 'row_id', 'media.id')
    .select(['media.id', 'path'])
    .where('module', '=', mediaFacts.log)
    .whereRef('hash', '=', 'path')
    .$narrowType<{ path: NotNull }>()
    .where('version', '=', 1)
    .where('media.id', 'not in', (db) => db.selectFrom('media_uses').select('media_id'))
    .where('media.id', 'not in', (db) => db.selectFrom('version_pictures').select('media_id'))
    .execute();
  const showing = await readRowsShowing(
    ctx,
    samples.map(({ path }) => path),
  );
  const shown = new Set(showing.flatMap(({ table, path }) => (table === mediaFacts.table ? [] : [path])));
  return samples.flatMap(({ id, path }) => (shown.has(path) ? [] : [{ id: Number(id), path }]));
}
