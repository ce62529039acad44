import type { EditableView } from '../database/columns.ts';
import { inTransaction } from '../database/transaction.ts';
import { oldPathOf, takeOldAddress, takeOldAddresses } from '../content/addresses/old-addresses.service.ts';
import type { EditorCtx, ContentKind, StoredEditable } from '../content/content-kind.ts';
import { holdLists, saveRow } from '../content/save-row.ts';
import type { NamedPicture } from '../pictures/submitted-pictures.service.ts';
import { lockName } from '../locks/name-lock.ts';
import type { ImportCtx } from './media-importer.ts';
import { ImportedItem } from './imported-item.entity.ts';
import type { IncomingPost, ExportSurvey } from './incoming.ts';
import type { ImportOutcome, ImportReportFacts } from './import-report.ts';

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
