import { findImported } from './foreign-import-rows.ts';
import type { ForeignExport } from './incoming.ts';
import { createMediaImporter, type ImportCtx } from './media-importer.ts';
import { namedFiles } from './named-files.ts';

/** What the new rows of an import would lack. Rows of earlier runs are not counted. */
export interface ImportGaps {
  pictures: { named: number; lacking: number };
  /** The documents and other files to which texts link. */
  downloads: { named: number; lacking: number };
  /** The number of posts and pages that lack a picture or a file. */
  incomplete: number;
  /** The number of posts and pages that had no address of their own on the other site. */
  withoutAddress: number;
}

/** Looks through an export before it is imported. `files` is the folder with the uploads of the other site. */
export async function findGaps(
  ctx: ImportCtx,
  { survey, items }: Pick<ForeignExport, 'survey' | 'items'>,
  files: string | undefined,
): Promise<ImportGaps> {
  const media = files === undefined ? undefined : createMediaImporter(files, true);
  const gaps: ImportGaps = {
    pictures: { named: 0, lacking: 0 },
    downloads: { named: 0, lacking: 0 },
    incomplete: 0,
    withoutAddress: 0,
  };
  for await (const item of items()) {
    const incoming = 'post' in item ? item.post : 'page' in item ? item.page : undefined;
    if (!incoming) continue;
    const kind = 'post' in item ? 'post' : 'page';
    const key = { source: survey.source, kind, external_id: incoming.externalId } as const;
    if (await findImported(ctx, { key, incoming, survey })) continue;
    if (!incoming.address) gaps.withoutAddress += 1;
    const named = namedFiles(incoming, survey.site);
    let isIncomplete = false;
    for (const which of ['pictures', 'downloads'] as const) {
      for (const address of named[which]) {
        gaps[which].named += 1;
        if (await media?.find(address)) continue;
        gaps[which].lacking += 1;
        isIncomplete = true;
      }
    }
    if (isIncomplete) gaps.incomplete += 1;
  }
  return gaps;
}

/** Returns whether none of the files is there that the new rows name, as without a folder or with a wrong one. */
export function isWithoutFiles({ pictures, downloads }: ImportGaps): boolean {
  const named = pictures.named + downloads.named;
  return named > 0 && named === pictures.lacking + downloads.lacking;
}

/** Returns a sentence for each kind of gap, and how to fill it. */
export function describeGaps(
  { pictures, downloads, incomplete, withoutAddress }: ImportGaps,
  files: string | undefined,
): string[] {
  const lacking = [
    pictures.lacking > 0 && `${pictures.lacking} of ${pictures.named} pictures`,
    downloads.lacking > 0 && `${downloads.lacking} of ${downloads.named} files to which texts link`,
  ].filter(Boolean);
  const place = files === undefined ? 'no folder of files is given' : `they are not in ${files}`;
  const rows = incomplete === 1 ? '1 post or page' : `${incomplete} posts and pages`;
  const sentences: string[] = [];
  if (lacking.length > 0)
    sentences.push(
      `${rows} will lack ${lacking.join(' and ')}, as ${place}.`,
      'To bring them, fetch the uploads of the other site (wp-content/uploads, content/images) and name their folder by --files. A later run with --files adds what is lacking, and changes no word.',
    );
  if (withoutAddress > 0)
    sentences.push(
      `${withoutAddress === 1 ? '1 post or page has' : `${withoutAddress} posts and pages have`} no address in the export: no redirect will lead to it.`,
    );
  return sentences;
}
