import { oldPathOf, takeOldAddress, takeOldAddresses } from '../content/addresses/old-addresses.ts';
import { findAddress } from '../content/addresses/stored-addresses.ts';
import type { ContentKind, EditorCtx, StoredEditable } from '../content/content-kind.ts';
import { ImportedItem } from '../content/imported-item.entity.ts';
import { holdLists, openRow, saveRow } from '../content/save-row.ts';
import type { EditableView } from '../database/columns.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockName } from '../locks/name-lock.ts';
import type { NamedPicture } from '../pictures/submitted-pictures.ts';
import { namedFiles, type NamedFiles } from './clean-post.ts';
import type { ImportOutcome, ImportReportFacts } from './import-report.ts';
import type { ExportSurvey, ForeignExport, IncomingPost } from './incoming.ts';
import { createMediaImporter, type ImportCtx, type MediaImporter, oldPathOfFile } from './media-importer.ts';

export const noAddressNote = 'it has no address in the export, so no redirect leads to it';

export interface ImportKey {
  source: string;
  kind: 'post' | 'page';
  external_id: string;
}

/** Returns the record of an item that an earlier import has imported. Returns undefined for a new item. */
export async function findImported(
  ctx: ImportCtx,
  { key, incoming, survey }: { key: ImportKey; incoming: IncomingPost; survey: ExportSurvey },
): Promise<ImportedItem | undefined> {
  const known = await ctx.em.fork().findOne(ImportedItem, key);
  return known ?? (await findFormer(ctx, key, incoming, survey));
}

/** Returns the outcome of an item that an earlier import has imported. */
export function outcomeOfImported(
  { imported_at, row_id }: Pick<ImportedItem, 'imported_at' | 'row_id'>,
  isThere: boolean,
): ImportReportFacts {
  const when = imported_at.toISOString().slice(0, 10);
  const reason = `taken over on ${when} already${isThere ? '' : ', and deleted since'}`;
  return { outcome: 'skipped', id: isThere ? row_id : undefined, notes: [reason] };
}

/**
 * Returns the record that an earlier version of Atrium made for the item. Several posts may share the id in
 * such a record, so the post's address must match too. For a post without an address, the title and the date
 * must match.
 */
async function findFormer(
  { em }: ImportCtx,
  { source, kind, external_id }: ImportKey,
  { formerIds = [], address, title, createdAt }: IncomingPost,
  { formerSources = [] }: ExportSurvey,
): Promise<ImportedItem | undefined> {
  if (formerIds.length + formerSources.length === 0) return undefined;
  const entries = await em.fork().find(ImportedItem, {
    source: { $in: [source, ...formerSources] },
    kind,
    external_id: { $in: [external_id, ...formerIds] },
  });
  const date = createdAt?.toISOString() ?? null;
  return entries.find(({ details }) =>
    address ? details.address === address : details.title === title && details.date === date,
  );
}

interface NewImport<Row> {
  key: ImportKey;
  incoming: IncomingPost;
  /** The addresses of the pictures and files that the import lacks. A later run may have them. */
  lacking: readonly string[];
  /** Creates the row. Called in the transaction. */
  write(tx: EditorCtx): Promise<Row>;
  /** The main picture of the row, if it is a picture of the library. */
  named?: NamedPicture | undefined;
  /** Called in the transaction after the row was stored. */
  afterStore?: ((tx: EditorCtx) => Promise<void>) | undefined;
  /** Returns whether the address of the item on the other site will lead to the row. */
  hasOldAddress(row: Row): boolean;
}

/**
 * Stores the row of an imported item, its entry in the activity log and its record in one transaction. Adds a
 * note if the old address of the item already leads elsewhere. Returns the outcome `skipped` if another
 * import has imported the item meanwhile.
 * @throws {RuleBroken} when a picture of the row was deleted meanwhile, or a value of the row is no longer in
 * its list
 */
export async function storeImported<Row extends StoredEditable, View extends EditableView>(
  ctx: ImportCtx,
  kind: ContentKind<Row, View>,
  { key, incoming, lacking, write, named, afterStore, hasOldAddress }: NewImport<Row>,
  notes: string[],
): Promise<Partial<ImportOutcome> & Pick<ImportOutcome, 'id'>> {
  const editor = { ...ctx, em: ctx.em.fork() };
  return inTransaction(editor, async (tx) => {
    // Another import may have imported the item after the check in `findImported`.
    await lockName(tx, `import ${key.source}`);
    const known = await tx.em.findOne(ImportedItem, key);
    if (known) return outcomeOfImported(known, true);

    // The pictures of the row need no descriptions, as when a row is restored from the trash.
    const lists = await holdLists(kind, tx);
    const row = await write(tx);
    const opened = { row, lists, before: undefined, keeps: undefined };
    await saveRow(kind, tx, opened, { named, source: 'import' });

    await afterStore?.(tx);

    const { author, address, furtherAddresses = [], title, createdAt } = incoming;
    const date = createdAt?.toISOString() ?? null;
    const details = { author, address, title, date, lacking: [...lacking] };
    tx.em.create(ImportedItem, { ...key, row_id: row.id, details, imported_at: ctx.now });
    await tx.em.flush();

    const path = hasOldAddress(row) ? oldPathOf(address) : undefined;
    const owner = { module: kind.module, item_id: row.id };
    const problem = path && (await takeOldAddress(tx, owner, path));
    if (problem) notes.push(problem);
    const others = furtherAddresses.filter((one) => oldPathOf(one) !== oldPathOf(address));
    notes.push(...(await takeOldAddresses(tx, owner, others)));
    return { id: row.id, ...(path && !problem && { oldAddress: path }) };
  });
}

/**
 * Returns the outcome of a new row. `remarks` tell what became of the rest of the item: with remarks alone, the item
 * counts as taken without changes.
 */
export function outcomeOfNotes(
  notes: readonly string[],
  remarks: readonly string[],
): Pick<ImportOutcome, 'outcome' | 'notes'> {
  return {
    outcome: notes.length > 0 ? 'changed' : 'taken',
    notes: [...new Set([...notes, ...remarks])],
  };
}

/**
 * Returns the addresses of the files that the import of an item lacked, if this run has any of them. Otherwise returns
 * undefined. Earlier versions of Atrium did not record what was lacking. For their items, a file counts as lacking if
 * its address leads to nothing here.
 */
export async function findLackingFiles(
  { read }: Pick<ImportCtx, 'read'>,
  { details: { lacking } }: ImportedItem,
  { pictures, downloads }: NamedFiles,
  media: MediaImporter,
): Promise<ReadonlySet<string> | undefined> {
  const addresses = Array.isArray(lacking) ? lacking.map(String) : [...pictures, ...downloads];
  const found = new Set<string>();
  let isThere = false;
  for (const address of addresses) {
    const path = Array.isArray(lacking) ? undefined : oldPathOfFile(address);
    if (!Array.isArray(lacking) && (!path || (await findAddress(read, path)))) continue;
    found.add(address);
    isThere ||= (await media.find(address)) !== undefined;
  }
  return isThere ? found : undefined;
}

interface Completion<Row> {
  imported: ImportedItem;
  /** The addresses of the files that the item lacked before this run. */
  lacking: ReadonlySet<string>;
  /** The addresses of the files that the item lacks after this run. */
  stillLacking: ReadonlySet<string>;
  /** Returns the columns that change when the pictures are added to the row. */
  revised(row: Row): Record<string, unknown>;
  named?: NamedPicture | undefined;
  /** Called in the transaction before and after the row was stored. */
  beforeStore?: (tx: EditorCtx) => Promise<void>;
  afterStore?: (tx: EditorCtx) => Promise<void>;
}

/** Adds pictures to the row of an item that an earlier run imported without them. */
export async function completeRow<Row extends StoredEditable, View extends EditableView>(
  ctx: ImportCtx,
  kind: ContentKind<Row, View>,
  { imported, lacking, stillLacking, revised, named, beforeStore, afterStore }: Completion<Row>,
): Promise<ImportReportFacts> {
  const left = [...lacking].filter((address) => stillLacking.has(address));
  if (left.length === lacking.size) return outcomeOfImported(imported, true);
  const editor: EditorCtx = { ...ctx, em: ctx.em.fork() };
  return inTransaction(editor, async (tx) => {
    const lists = await holdLists(kind, tx);
    const opened = await openRow(kind, tx, lists, imported.row_id);
    if (!opened) return outcomeOfImported(imported, false);
    const { row } = opened;
    await beforeStore?.(tx);
    await saveRow(kind, tx, opened, {
      revise: () => row.revise(revised(row), row.updated_at),
      named,
      verb: 'Added the pictures of',
      source: 'import',
    });
    await afterStore?.(tx);
    const entry = await tx.em.findOneOrFail(ImportedItem, { id: imported.id });
    entry.details = { ...entry.details, lacking: left };
    await tx.em.flush();
    return completedOutcome(row.id, lacking.size - left.length);
  });
}

export function completedOutcome(id: number, count: number): ImportReportFacts {
  const what = count === 1 ? '1 picture or file' : `${count} pictures and files`;
  return { outcome: 'completed', id, notes: [`${what} added that an earlier run lacked`] };
}

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
