import { type ImportCtx, mediaBringer } from './bring-media.ts';
import type { CategoryMap } from './category-map.ts';
import type { Export } from './incoming.ts';
import { takeOldLists } from './old-lists.ts';
import { rewriteOldLinks } from './own-links.ts';
import { takePage } from './page-import.ts';
import { takePost } from './post-import.ts';
import type { ImportOutcome } from './report.ts';

export interface ForeignImport {
  categories: CategoryMap;
  files: string | undefined;
  isDryRun: boolean;
}

/** Imports the content of a site that another program made. Skips what was imported before. */
export async function* importForeign(
  ctx: ImportCtx,
  { survey, items }: Pick<Export, 'survey' | 'items'>,
  options: ForeignImport,
): AsyncGenerator<ImportOutcome> {
  const media = options.files === undefined ? undefined : mediaBringer(options.files, options.isDryRun);
  for await (const item of items()) {
    if ('post' in item) yield await takePost(ctx, item.post, survey, { ...options, media });
    else if ('page' in item) yield await takePage(ctx, item.page, { ...options, survey, media });
    else {
      const { externalId, title, reason } = item.skipped;
      yield { outcome: 'skipped', kind: item.kind, externalId, title, notes: [reason] };
    }
  }
  yield* takeOldLists(ctx, survey.lists ?? [], options);
  if (!options.isDryRun) yield* rewriteOldLinks(ctx, survey);
}
