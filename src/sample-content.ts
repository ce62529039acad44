import { resolve } from 'node:path';
import type { Settings } from './config/env.ts';
import { type ContentModule, contentModuleList } from './content-modules.ts';
import type { Ctx } from './database/ctx.ts';
import { Message } from './modules/inbox/message.entity.ts';
import { recordStarterPicture, recordStarterRow, StarterRow } from './modules/onboarding/sample-content.ts';
import type { MediaItem } from './pictures/media-item.entity.ts';
import { type AppServices, openFileStorage } from './services.ts';
import { SiteSetting } from './settings/site-setting.entity.ts';
import type { SiteImportCtx } from './transfer/site-files.ts';
import { importSite, readExportFacts } from './transfer/site-import.ts';

type Tables = Record<string, { id: number }>;
/** `loaded` has the samples that an interrupted start has loaded. */
interface Missing {
  module: ContentModule;
  loaded: ReadonlySet<number>;
}

/**
 * For modules without rows. Dates move by the time since the export. The rows are recorded as samples, so
 * that a later start can continue.
 */
export async function importSamples(
  ctx: SiteImportCtx,
  { folder = resolve('samples/site'), tell }: { folder?: string; tell?: (count: number) => void } = {},
): Promise<void> {
  const { counts = {}, exported_at = ctx.now.toISOString() } = await readExportFacts(folder, () => {});
  const missing = new Map<string, Missing>();
  for (const module of contentModuleList) {
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
      onStored: async (tx, { name, isLibrary }, row, id) => {
        const module = missing.get(name)?.module;
        if (module) await recordStarterRow(tx, module, row, id);
        if (isLibrary) await recordStarterPicture(tx, id, (row as MediaItem).path!);
      },
    },
  });
  let count = 0;
  for await (const { id, outcome, kind, title, notes } of outcomes) {
    // After an interruption, some pictures are in the library already.
    const isHere = outcome === 'skipped' && id !== undefined;
    if (outcome !== 'taken' && !isHere) ctx.warn(`sample content: ${kind} ${title}: ${notes.join(', ')}`, {});
    count += 1;
    tell?.(count);
  }
}

/** Undefined when all samples are loaded, or when the module has other rows. */
async function readLoaded(
  { em }: Pick<Ctx, 'em'>,
  module: ContentModule,
  count: number,
): Promise<ReadonlySet<number> | undefined> {
  const { ids, loaded } = await readRows(em, module);
  if (ids.length === 0) return new Set();
  const hasOwn = ids.some((id) => !loaded.has(id));
  return hasOwn || loaded.size >= count ? undefined : loaded;
}

async function readRows(em: Ctx['em'], { content }: ContentModule) {
  const db = em.fork().getKysely<Tables>();
  const rows = await db.selectFrom(content.table).select('id').execute();
  const records = await em.fork().find(StarterRow, { module: content.module! });
  return { ids: rows.map(({ id }) => Number(id)), loaded: new Set(records.map(({ row_id }) => row_id)) };
}

/** Rows of modules that are no samples, messages or saved settings, as an import brings them. */
export async function hasOwnContent(em: Ctx['em']): Promise<boolean> {
  if ((await em.count(Message)) > 0 || (await em.count(SiteSetting)) > 0) return true;
  for (const module of contentModuleList) {
    const { ids, loaded } = await readRows(em, module);
    if (ids.some((id) => !loaded.has(id))) return true;
  }
  return false;
}

/** Fills the modules that have no rows. `tell` gets the number of items loaded so far. */
export async function importSampleContent(
  { database, pictures, storage: uploads, quarantine }: AppServices,
  settings: Settings,
  tell?: (count: number) => void,
): Promise<void> {
  const ctx = {
    em: database.fork(),
    read: database.read,
    viewer: null,
    now: new Date(),
    pictures,
    uploads,
    privateFiles: await openFileStorage(settings, 'private'),
    quarantine,
    warn: (line: string) => process.stderr.write(`${line}\n`),
  };
  await importSamples(ctx, tell ? { tell } : {});
}
