import type { SignedInCtx } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import { RuleBroken } from '../shared/errors.ts';
import type { CategoryMap } from './category-map.ts';
import type { ImportOutcome } from './import-report.ts';
import type { ForeignExport, IncomingFile, IncomingPost } from './incoming.ts';
import { createMediaImporter, type ImportCtx } from './media-importer.ts';
import { importMenus } from './menu-import.ts';
import { redirectOldLists, rewriteOldLinks } from './old-links.ts';
import { importPage } from './page-import.ts';
import { importPost } from './post-import.ts';

interface ForeignImport {
  categories: CategoryMap;
  /** The uploads of the other site. If undefined, no pictures and files are imported. */
  files: string | undefined;
  /** The menu that becomes the header. Undefined when the header stays. */
  menu: string | undefined;
  isDryRun: boolean;
}

/** Skips what an earlier run has imported. Addresses, links and menu entries have outcomes too. */
export async function* importForeign(
  ctx: ImportCtx,
  { survey, items }: Pick<ForeignExport, 'survey' | 'items'>,
  { categories, files, menu, isDryRun }: ForeignImport,
): AsyncGenerator<ImportOutcome> {
  const media = files === undefined ? undefined : createMediaImporter(files, isDryRun);
  const attached: IncomingFile[] = [];
  for await (const item of items()) {
    if ('post' in item)
      yield await orSkipped(item.post, item.kind, () =>
        importPost(ctx, item.post, survey, { categories, isDryRun, media }),
      );
    else if ('page' in item)
      yield await orSkipped(item.page, item.kind, () =>
        importPage(ctx, item.page, { survey, media, isDryRun }),
      );
    else if ('file' in item) attached.push(item.file);
    else {
      const { externalId, title, reason } = item.skipped;
      yield { outcome: 'skipped', kind: item.kind, externalId, title, notes: [reason] };
    }
  }

  // Known only after all texts, because a file is imported when a text uses it.
  for (const { externalId, title, address } of attached) {
    const facts = { kind: 'attachment', externalId, title };
    const upload = await media?.find(address);
    const isTaken = upload !== undefined && media!.used.has(upload.path);
    const reason = upload ? 'no text that was taken now shows it' : 'not among the files';
    if (isTaken) yield { ...facts, outcome: 'taken', notes: [] };
    else
      yield {
        ...facts,
        outcome: 'skipped',
        notes: [`${files === undefined ? 'no files are given' : reason}: ${address}`],
      };
  }

  yield* redirectOldLists(ctx, survey.lists ?? [], { categories, isDryRun });
  if (!isDryRun) yield* rewriteOldLinks(ctx, survey);
  yield* importMenus(ctx, { survey, categories, menu, isDryRun });
}

/** A rule may refuse an item, for example because its picture just went. The next run tries again. */
async function orSkipped(
  { externalId, title, notes }: IncomingPost,
  kind: string,
  take: () => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    const reasons = Object.values(error.errors ?? {}).flat();
    return { outcome: 'skipped', kind, externalId, title, notes: [...reasons, ...notes] };
  }
}

/** With the rights of an admin. No account has the id 0. */
export function createCommandLineCtx(database: Database, now: Date): SignedInCtx {
  const viewer = { id: 0, name: 'Command line', email: '', role: 'admin', session_id: 0 } as const;
  return { em: database.fork(), read: database.read, viewer, now };
}
