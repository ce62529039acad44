import type { EditorCtx, ContentKind, StoredEditable } from '../content/content-kind.ts';
import { findAddress } from '../content/addresses/stored-addresses.service.ts';
import { holdLists, openRow, saveRow } from '../content/save-row.ts';
import type { EditableView } from '../database/columns.ts';
import { inTransaction } from '../database/transaction.ts';
import type { NamedPicture } from '../pictures/submitted-pictures.service.ts';
import { outcomeOfImported } from './foreign-import-rows.ts';
import type { ImportReportFacts } from './import-report.ts';
import { ImportedItem } from './imported-item.entity.ts';
import { type ImportCtx, type MediaImporter, oldPathOfFile } from './media-importer.ts';
import type { NamedFiles } from './named-files.ts';

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
