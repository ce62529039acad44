import { z } from 'zod';
import { toIsoTime, parseJsonColumn } from '../database/columns.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { RowOf } from '../database/table-types.ts';
import { inTransaction } from '../database/transaction.ts';
import { toEarlierPath, storeOldAddress } from '../content/addresses/old-addresses.ts';
import { ImportedItem } from '../content/imported-item.entity.ts';
import type { OnProgress } from './incoming-content.ts';
import { readJsonItems } from './read-text-file.ts';
import type { ImportOutcome } from './import-report.ts';
import type { ImportRun } from './site-rows.ts';
import { siteContents } from './site-content.ts';
import { ItemText, JsonFact, Moment, RowId } from '../content/module/item-fields.ts';

// A record has the author and old address of an item. A repeated import recognizes the item by it.

export const importedEntriesName = 'imported';

export const ImportedEntry = z.object({
  source: ItemText,
  kind: ItemText,
  external_id: ItemText,
  /** Null when the row was deleted or is in the trash. */
  row_id: RowId.nullable(),
  details: z.record(ItemText, JsonFact),
  imported_at: Moment,
});
export type ImportedEntry = z.output<typeof ImportedEntry>;

type Details = ImportedEntry['details'];
const batchRows = 200;

/** Imports from other programs record `post` instead of `posts`. */
const foreignKinds: Readonly<Record<string, string>> = { post: 'posts', page: 'pages' };

function findContentOfKind(kind: string) {
  return siteContents.find(({ name }) => name === (foreignKinds[kind] ?? kind));
}

export async function* iterateImportedEntries(read: Connection): AsyncGenerator<ImportedEntry> {
  for (let after = 0; ; ) {
    const rows = await read
      .selectFrom('imported_items')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    const there = await rowsThere(read, rows);
    for (const { source, kind, external_id, row_id, details, imported_at } of rows) {
      yield {
        source,
        kind,
        external_id,
        row_id: there.has(`${kind} ${row_id}`) ? row_id : null,
        details: parseJsonColumn<Details>(details),
        imported_at: toIsoTime(imported_at),
      };
    }
    if (rows.length < batchRows) return;
    after = Number(rows.at(-1)?.id);
  }
}

async function rowsThere(read: Connection, entries: RowOf<'imported_items'>[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (const [kind, ofKind] of Map.groupBy(entries, (entry) => entry.kind)) {
    const table = findContentOfKind(kind)?.table;
    if (!table) continue;
    const ids = ofKind.map(({ row_id }) => row_id);
    const rows = await read
      .withTables<Record<string, { id: number }>>()
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids)
      .execute();
    for (const { id } of rows) there.add(`${kind} ${id}`);
  }
  return there;
}

export async function* importEntries(
  ctx: Ctx,
  folder: string,
  run: ImportRun,
  onProgress: OnProgress,
): AsyncGenerator<ImportOutcome> {
  for await (const item of readJsonItems(`${folder}/${importedEntriesName}.json`, 'items', onProgress)) {
    const parsed = ImportedEntry.safeParse(item);
    const { source, external_id, details } = (parsed.data ?? item ?? {}) as Partial<ImportedEntry>;
    const title = String(details?.title ?? '').slice(0, 200);
    const facts = { kind: importedEntriesName, externalId: `${source} ${external_id}`, title };
    if (!parsed.success) {
      const notes = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      yield { ...facts, outcome: 'skipped', notes };
      continue;
    }
    yield { ...facts, ...(await bringBack(ctx, parsed.data, run)) };
  }
}

async function bringBack(
  ctx: Ctx,
  { imported_at, row_id, ...entry }: ImportedEntry,
  { isDryRun, newIds }: ImportRun,
): Promise<Pick<ImportOutcome, 'outcome' | 'notes'>> {
  const em = ctx.em.fork();
  const { source, kind, external_id } = entry;
  const here = row_id === null ? 0 : newIds.idHere(findContentOfKind(kind)?.name ?? kind, row_id);
  if (here === undefined) return { outcome: 'skipped', notes: ['its row was not taken over'] };
  if ((await em.count(ImportedItem, { source, kind, external_id })) > 0) {
    return { outcome: 'skipped', notes: ['is here already'] };
  }
  // The id 0, which no row has, marks a deleted row. The item is not imported again.
  if (isDryRun) return { outcome: 'taken', notes: [] };
  const module = Object.hasOwn(foreignKinds, kind) ? findContentOfKind(kind)?.module : undefined;
  const path = module && here > 0 ? toEarlierPath(entry.details.address) : undefined;
  const problem = await inTransaction({ ...ctx, em }, async (tx) => {
    await tx.em.insert(ImportedItem, { ...entry, row_id: here, imported_at: new Date(imported_at) });
    return path && storeOldAddress(tx, { module: module!, item_id: here }, path);
  });
  return problem ? { outcome: 'changed', notes: [problem] } : { outcome: 'taken', notes: [] };
}
