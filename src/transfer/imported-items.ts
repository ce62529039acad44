import { toEarlierPath, storeOldAddress, storeOldAddresses } from '../content/addresses/old-addresses.ts';
import { findAddress } from '../content/addresses/stored-addresses.ts';
import type { ContentKind, EditorCtx, StoredEditable } from '../content/content-kind.ts';
import { ImportedItem } from '../content/imported-item.entity.ts';
import { lockLists, lockRow, saveRow } from '../content/save-row.ts';
import type { EditableView } from '../database/columns.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockName } from '../locks/name-lock.ts';
import type { ChosenPicture } from '../pictures/change-pictures.ts';
import { linkedFilesOf, type LinkedFiles } from './clean-post.ts';
import type { ImportOutcome, ImportReportFacts } from './import-report.ts';
import type { ExportSurvey, ForeignExport, IncomingPost } from './incoming-content.ts';
import { createMediaImporter, type ImportCtx, type MediaImporter, oldPathOfFile } from './media-importer.ts';

export const noAddressNote = 'it has no address in the export, so no redirect leads to it';

export interface ImportKey {
  source: string;
  kind: 'post' | 'page';
  external_id: string;
}

/** Undefined for a new item. */
export async function findImported(
  ctx: ImportCtx,
  { key, incoming, survey }: { key: ImportKey; incoming: IncomingPost; survey: ExportSurvey },
): Promise<ImportedItem | undefined> {
  const known = await ctx.em.fork().findOne(ImportedItem, key);
  return known ?? (await findFormer(ctx, key, incoming, survey));
}

export function outcomeOfImported(
  { imported_at, row_id }: Pick<ImportedItem, 'imported_at' | 'row_id'>,
  isThere: boolean,
): ImportReportFacts {
  const when = imported_at.toISOString().slice(0, 10);
  const reason = `taken over on ${when} already${isThere ? '' : ', and deleted since'}`;
  return { outcome: 'skipped', id: isThere ? row_id : undefined, notes: [reason] };
}

/**
 * Posts may share the id in a record of an earlier version, so the address, or title and date, must match.
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
  /** A later run may have them. */
  lacking: readonly string[];
  /** In the transaction. */
  write(tx: EditorCtx): Promise<Row>;
  /** If it is a picture of the library. */
  libraryPicture?: ChosenPicture | undefined;
  /** In the transaction after the row was stored. */
  afterStore?: ((tx: EditorCtx) => Promise<void>) | undefined;
  /** Whether the address on the other site will lead to the row. */
  hasOldAddress(row: Row): boolean;
}

/**
 * Stores row, log entry and record in one transaction. Notes an old address that leads elsewhere. `skipped` if
 * another import was faster.
 * @throws {RuleBroken} when a picture of the row was deleted meanwhile, or a value is no longer in its list
 */
export async function storeImported<Row extends StoredEditable, View extends EditableView>(
  ctx: ImportCtx,
  kind: ContentKind<Row, View>,
  { key, incoming, lacking, write, libraryPicture, afterStore, hasOldAddress }: NewImport<Row>,
  notes: string[],
): Promise<Partial<ImportOutcome> & Pick<ImportOutcome, 'id'>> {
  const editor = { ...ctx, em: ctx.em.fork() };
  return inTransaction(editor, async (tx) => {
    // Another import may have stored the item after the check in `findImported`.
    await lockName(tx, `import ${key.source}`);
    const known = await tx.em.findOne(ImportedItem, key);
    if (known) return outcomeOfImported(known, true);

    // The pictures need no descriptions, as when a row returns from the trash.
    const lists = await lockLists(kind, tx);
    const row = await write(tx);
    const newRow = { row, lists, before: undefined, keeps: undefined };
    await saveRow(kind, tx, newRow, { chosenPicture: libraryPicture, source: 'import' });

    await afterStore?.(tx);

    const { author, address, furtherAddresses = [], title, createdAt } = incoming;
    const date = createdAt?.toISOString() ?? null;
    const details = { author, address, title, date, lacking: [...lacking] };
    tx.em.create(ImportedItem, { ...key, row_id: row.id, details, imported_at: ctx.now });
    await tx.em.flush();

    const path = hasOldAddress(row) ? toEarlierPath(address) : undefined;
    const owner = { module: kind.module, item_id: row.id };
    const problem = path && (await storeOldAddress(tx, owner, path));
    if (problem) notes.push(problem);
    const others = furtherAddresses.filter((one) => toEarlierPath(one) !== toEarlierPath(address));
    notes.push(...(await storeOldAddresses(tx, owner, others)));
    return { id: row.id, ...(path && !problem && { oldAddress: path }) };
  });
}

/** `remarks` tell what became of the rest of the item. With them alone it counts as taken without changes. */
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
 * What the import of an item lacked, if this run has any of it. Earlier versions did not record that: there,
 * a file is lacking if its address leads to nothing here.
 */
export async function findLackingFiles(
  { read }: Pick<ImportCtx, 'read'>,
  { details: { lacking } }: ImportedItem,
  { pictures, downloads }: LinkedFiles,
  media: MediaImporter,
): Promise<ReadonlySet<string> | undefined> {
  const addresses = Array.isArray(lacking) ? lacking.map(String) : [...pictures, ...downloads];
  const lackingFiles = new Set<string>();
  let isThere = false;
  for (const address of addresses) {
    const path = Array.isArray(lacking) ? undefined : oldPathOfFile(address);
    if (!Array.isArray(lacking) && (!path || (await findAddress(read, path)))) continue;
    lackingFiles.add(address);
    isThere ||= (await media.find(address)) !== undefined;
  }
  return isThere ? lackingFiles : undefined;
}

interface Completion<Row> {
  imported: ImportedItem;
  /** What was lacking before this run. */
  lacking: ReadonlySet<string>;
  /** What is still lacking after this run. */
  stillLacking: ReadonlySet<string>;
  /** The columns that change. */
  revised(row: Row): Record<string, unknown>;
  libraryPicture?: ChosenPicture | undefined;
  /** In the transaction. */
  beforeStore?: (tx: EditorCtx) => Promise<void>;
  afterStore?: (tx: EditorCtx) => Promise<void>;
}

/** Adds pictures and files to a row that an earlier run imported without them. */
export async function completeImportedRow<Row extends StoredEditable, View extends EditableView>(
  ctx: ImportCtx,
  kind: ContentKind<Row, View>,
  { imported, lacking, stillLacking, revised, libraryPicture, beforeStore, afterStore }: Completion<Row>,
): Promise<ImportReportFacts> {
  const left = [...lacking].filter((address) => stillLacking.has(address));
  if (left.length === lacking.size) return outcomeOfImported(imported, true);
  const editor: EditorCtx = { ...ctx, em: ctx.em.fork() };
  return inTransaction(editor, async (tx) => {
    const lists = await lockLists(kind, tx);
    const openedRow = await lockRow(kind, tx, lists, imported.row_id);
    if (!openedRow) return outcomeOfImported(imported, false);
    const { row } = openedRow;
    await beforeStore?.(tx);
    await saveRow(kind, tx, openedRow, {
      revise: () => row.revise(revised(row), row.updated_at),
      chosenPicture: libraryPicture,
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

/** What the import will lack. Rows of earlier runs do not count. */
export interface ImportGaps {
  pictures: { total: number; lacking: number };
  /** Documents and other files to which texts link. */
  downloads: { total: number; lacking: number };
  /** Posts and pages that lack a picture or a file. */
  incomplete: number;
  /** Posts and pages without an address of their own on the other site. */
  withoutAddress: number;
}

/** Reads the whole export and stores nothing. `files` are the uploads of the other site. */
export async function findGaps(
  ctx: ImportCtx,
  { survey, items }: Pick<ForeignExport, 'survey' | 'items'>,
  files: string | undefined,
): Promise<ImportGaps> {
  const media = files === undefined ? undefined : createMediaImporter(files, true);
  const gaps: ImportGaps = {
    pictures: { total: 0, lacking: 0 },
    downloads: { total: 0, lacking: 0 },
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
    const files = linkedFilesOf(incoming, survey.site);
    let isIncomplete = false;
    for (const which of ['pictures', 'downloads'] as const) {
      for (const address of files[which]) {
        gaps[which].total += 1;
        if (await media?.find(address)) continue;
        gaps[which].lacking += 1;
        isIncomplete = true;
      }
    }
    if (isIncomplete) gaps.incomplete += 1;
  }
  return gaps;
}

/** None of the named files is there, as without a folder or with a wrong one. */
export function isWithoutFiles({ pictures, downloads }: ImportGaps): boolean {
  const total = pictures.total + downloads.total;
  return total > 0 && total === pictures.lacking + downloads.lacking;
}

/** Also says how to fill each gap. */
export function describeGaps(
  { pictures, downloads, incomplete, withoutAddress }: ImportGaps,
  files: string | undefined,
): string[] {
  const lacking = [
    pictures.lacking > 0 && `${pictures.lacking} of ${pictures.total} pictures`,
    downloads.lacking > 0 && `${downloads.lacking} of ${downloads.total} files to which texts link`,
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
