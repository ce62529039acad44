import { resolve } from 'node:path';
import type { Ctx } from '../database/ctx.ts';
import { StarterRow } from '../modules/onboarding/starter-row.entity.ts';
import { recordStarterRow } from '../modules/onboarding/starter-rows.service.ts';
import { type Module, moduleList } from '../modules.ts';
import { readAbout } from './read-export.ts';
import type { SiteImportCtx } from './site-files.ts';
import { importSite } from './site-import.ts';

type Tables = Record<string, { id: number }>;
/** A module to load, and the ids of its samples that were loaded before an earlier start was interrupted. */
interface Missing {
  module: Module;
  loaded: ReadonlySet<number>;
}

/**
 * Imports the sample content of all modules without rows. Shifts its dates, so that it is as old as on the day of its
 * export. Records the rows as samples. Continues after an interruption. Calls `tell` with the number of items loaded so
 * far.
 */
export async function loadSamples(
  ctx: SiteImportCtx,
  { folder = resolve('samples/site'), tell }: { folder?: string; tell?: (count: number) => void } = {},
): Promise<void> {
  const { counts = {}, exported_at = ctx.now.toISOString() } = await readAbout(folder, () => {});
  const missing = new Map<string, Missing>();
  for (const module of moduleList) {
    const loaded = await readLoaded(ctx, module, counts[module.content.name] ?? 0);
    if (loaded) missing.set(module.content.name, { module, loaded });
  }
  if (missing.size === 0) return;

  const outcomes = importSite(ctx, folder, {
    isDryRun: false,
    onProgress: () => {},
    samples: {
      shiftMs: ctx.now.getTime() - Date.parse(exported_at),
      accepts: ({ name, isLibrary }, item) =>
        isLibrary ?? missing.get(name)?.loaded.has((item as { id: number }).id) === false,
      onStored: async (tx, { name }, row, id) => {
        const module = missing.get(name)?.module;
        if (module) await recordStarterRow(tx, module, row, id);
      },
    },
  });
  let count = 0;
  for await (const { id, outcome, kind, title, notes } of outcomes) {
    // After an interruption, some pictures of the library are already here.
    const isHere = outcome === 'skipped' && id !== undefined;
    if (outcome !== 'taken' && !isHere) ctx.warn(`sample content: ${kind} ${title}: ${notes.join(', ')}`, {});
    count += 1;
    tell?.(count);
  }
}

/**
 * Returns the ids of samples that were loaded before. Returns undefined when all were loaded, or when the module has
 * rows of its own.
 */
async function readLoaded(
  { em }: Pick<Ctx, 'em'>,
  { content }: Module,
  count: number,
): Promise<ReadonlySet<number> | undefined> {
  const db = em.fork().getKysely<Tables>();
  const rows = await db.selectFrom(content.table).select('id').execute();
  if (rows.length === 0) return new Set();
  const records = await em.fork().find(StarterRow, { module: content.module! });
  const loaded = new Set(records.map(({ row_id }) => row_id));
  const hasOwn = rows.some(({ id }) => !loaded.has(Number(id)));
  return hasOwn || loaded.size >= count ? undefined : loaded;
}
