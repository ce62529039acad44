import { inTransaction } from '../database/transaction.ts';
import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { attachPicture } from '../pictures/attached-pictures.service.ts';
import { recordUses } from '../pictures/media-uses.service.ts';
import type { Ctx } from '../database/ctx.ts';
import { importDocument, importPicture, type ExportedFiles } from './site-import-files.ts';
import { ImportedItem } from './imported-item.entity.ts';
import type { NewIds } from './new-ids.ts';
import type { ImportOutcome } from './import-report.ts';
import type { SiteImportCtx } from './site-files.ts';
import {
  findExistingRow,
  clearTakenSlug,
  type ExistingRow,
  insertRowOf,
  isIdFree,
  importKeyOf,
  lockTable,
  renameListValues,
  atriumSource,
  storeSlugAddress,
} from './site-import-rows.ts';

/** The options for the import of the sample content into a new site. */
export interface SampleOptions {
  /** The time in milliseconds by which all times in the content are shifted. */
  shiftMs: number;
  /** Returns whether an item is imported. Other items are left out and not reported. */
  accepts(content: TransferContent, item: unknown): boolean;
  /** Called after a row was stored, in the transaction that stores the row. */
  onStored(tx: Pick<Ctx, 'em'>, content: TransferContent, row: object, id: number): Promise<void>;
}

export interface ImportRun extends ExportedFiles {
  isDryRun: boolean;
  newIds: NewIds;
  samples: SampleOptions | undefined;
}

interface Incoming {
  item: TransferItem;
  row: Record<string, unknown>;
  picture: string | undefined;
}

/** Imports one item of an export, with its picture and its document. An item that is here already is skipped. */
export async function storeItem(
  ctx: SiteImportCtx,
  content: TransferContent,
  { item, row, picture }: Incoming,
  run: ImportRun,
): Promise<ImportOutcome> {
  const notes: string[] = [];
  if (picture) await importPicture(ctx, content, row, run, notes);
  const document = await importDocument(ctx, row, run, notes);
  const facts = outcomeFactsOf(content, item);
  const attempt = inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    await renameListValues(tx, content, row, notes);
    await lockTable(tx, content.table);
    const here = await findExistingRow(tx, content, item);
    if (here) return { outcome: skipExisting(here, content, item, run), isStored: false };
    const same = await content.findSame?.(tx, row);
    if (same !== undefined) {
      const outcome = skipExisting({ id: same, reason: 'is here already' }, content, item, run);
      return { outcome, isStored: false };
    }
    await clearTakenSlug(tx, content, row, notes);
    const isFree = await isIdFree(tx, content, item);
    const used = run.newIds.namePictures(content, row);
    run.newIds.nameRows(content, row);
    if (content.belongsTo && row[content.belongsTo] === null) {
      const outcome: ImportOutcome = {
        ...facts,
        outcome: 'skipped',
        notes: ['what it belongs to is not here'],
      };
      return { outcome, isStored: false };
    }
    const id = await insertRowOf(tx, content, row, isFree);
    await content.afterStore?.(tx, row);
    await storeSlugAddress(tx, content, row, id);
    const module = content.usesAs ?? content.module;
    const missing = module ? await recordUses(tx, { module, item_id: id }, used, true) : [];
    if (missing.length > 0) notes.push('a picture that it shows is not in the library');
    if (picture && !content.isLibrary)
      await attachPicture(tx, row[content.picture!] as string | null, facts.title);
    await run.samples?.onStored(tx, content, row, id);
    if (!isFree) {
      notes.push(`its id is taken here: it is ${id} now`);
      run.newIds.set(content.name, item.id, id);
      const key = { source: atriumSource, kind: content.name, external_id: importKeyOf(item) };
      // If a record with this key exists, it is from an earlier import whose row was deleted. The new record replaces
      // the old one.
      await tx.em.nativeDelete(ImportedItem, key);
      tx.em.create(ImportedItem, { ...key, row_id: id, details: {}, imported_at: ctx.now });
      await tx.em.flush();
    }
    return { outcome: { ...facts, id, ...outcomeOfNotes(notes) }, isStored: true };
  });
  try {
    const { outcome, isStored } = await attempt;
    if (!isStored && document) await ctx.privateFiles.remove(document);
    return outcome;
  } catch (error) {
    if (document) await ctx.privateFiles.remove(document);
    throw error;
  }
}

export function outcomeFactsOf({ name }: TransferContent, given: unknown) {
  return { kind: name, externalId: idOf(given), title: titleOf(given) };
}

export function skipExisting(
  { id, reason }: ExistingRow,
  content: TransferContent,
  item: TransferItem,
  run: ImportRun,
): ImportOutcome {
  if (id !== item.id) run.newIds.set(content.name, item.id, id);
  return { ...outcomeFactsOf(content, item), id, outcome: 'skipped', notes: [reason] };
}

export function outcomeOfNotes(notes: string[]): Pick<ImportOutcome, 'outcome' | 'notes'> {
  return { outcome: notes.length > 0 ? 'changed' : 'taken', notes };
}

export function idOf(given: unknown): string {
  return String((given as { id?: unknown } | null)?.id ?? '');
}

export function titleOf(given: unknown): string {
  const { title, name, subject, description } = (given ?? {}) as Record<string, unknown>;
  return String(title ?? subject ?? name ?? description ?? '').slice(0, 200);
}
