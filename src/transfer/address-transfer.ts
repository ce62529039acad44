import { z } from 'zod';
import { toIsoTime } from '../database/columns.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/table-types.ts';
import { inTransaction } from '../database/transaction.ts';
import { normalizePath } from '../shared/normalize-path.ts';
import {
  findAddress,
  insertAddress,
  isRedirect,
  setAddressSince,
  type StoredAddress,
} from '../content/addresses/stored-addresses.ts';
import { insertRedirect, parseExportedRedirect } from '../content/addresses/redirects.ts';
import { RuleBroken } from '../shared/errors.ts';
import type { OnProgress } from './incoming-content.ts';
import { readJsonItems } from './read-text-file.ts';
import type { ImportOutcome } from './import-report.ts';
import type { ImportRun } from './site-rows.ts';
import { siteContents } from './site-content.ts';
import { ItemText, Moment, RowId } from '../content/module/item-fields.ts';

// Current and earlier addresses of rows, and redirects that staff have made.

export const addressesName = 'addresses';

export const AddressItem = z
  .object({
    path: ItemText.refine((path) => normalizePath(path) === path, 'is no address'),
    kind: ItemText,
    item_id: RowId.nullable(),
    target: ItemText.max(1000).nullable(),
    is_current: z.boolean(),
    since: Moment,
  })
  .refine(({ kind, item_id, target }) => (isRedirect(kind) ? target?.startsWith('/') : item_id), {
    error: 'leads nowhere',
  });
type AddressItem = z.output<typeof AddressItem>;

const batchRows = 200;
const contentOf = (kind: string) => siteContents.find(({ module }) => module === kind);

/** Without those of rows in the trash, which an export lacks. */
export async function* iterateAddresses(read: Connection): AsyncGenerator<AddressItem> {
  for (let after = ''; ; ) {
    const rows = await read
      .selectFrom('addresses')
      .selectAll()
      .where('path', '>', after)
      .orderBy('path')
      .limit(batchRows)
      .execute();
    for (const { path, kind, item_id, target, is_current, since } of rows) {
      if (item_id !== null && !(await isThere(read, kind, item_id))) continue;
      yield { path, kind, item_id, target, is_current: Boolean(is_current), since: toIsoTime(since) };
    }
    if (rows.length < batchRows) return;
    after = rows.at(-1)!.path;
  }
}

export async function isThere(read: Connection, kind: string, id: number): Promise<boolean> {
  const table = contentOf(kind)?.table;
  if (!table) return false;
  const rows = read
    .withTables<Record<string, { id: number }>>()
    .selectFrom(table)
    .select('id')
    .where('id', '=', id);
  return (await rows.executeTakeFirst()) !== undefined;
}

/** Current addresses are stored with the rows. All others become earlier ones, whatever they were there. */
export async function* importAddresses(
  ctx: Ctx,
  folder: string,
  run: ImportRun,
  onProgress: OnProgress,
): AsyncGenerator<ImportOutcome> {
  for await (const item of readJsonItems(`${folder}/${addressesName}.json`, 'items', onProgress)) {
    const parsed = AddressItem.safeParse(item);
    const path = String((item as { path?: unknown } | null)?.path ?? '').slice(0, 200);
    const facts = { kind: addressesName, externalId: path, title: path };
    if (!parsed.success) {
      const notes = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
      yield { ...facts, outcome: 'skipped', notes };
      continue;
    }
    try {
      yield { ...facts, ...(await bringBack(ctx, parsed.data, run)) };
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      yield { ...facts, outcome: 'skipped', notes: Object.values(error.errors ?? {}).flat() };
    }
  }
}

/** @throws {RuleBroken} for a redirect that the form would refuse */
async function bringBack(
  ctx: Ctx,
  { path, kind, item_id: idThere, target: targetThere, since }: AddressItem,
  { isDryRun, newIds }: ImportRun,
): Promise<Pick<ImportOutcome, 'outcome' | 'notes'>> {
  const skipped = (note: string) => ({ outcome: 'skipped' as const, notes: [note] });
  const content = contentOf(kind);
  if (!isRedirect(kind) && !content) return skipped(`this version has no ${kind}`);
  const item_id = content && idThere !== null ? newIds.idHere(content.name, idThere) : null;
  if (item_id === undefined) return skipped('its row was not taken over');
  const target = isRedirect(kind) ? parseExportedRedirect({ path, target: targetThere! }) : null;
  return inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const taken = { outcome: 'taken' as const, notes: [] };
    const read = tx.em.getKysely<Tables>();
    const there = await findAddress(read, path);
    if (there && (there.kind !== kind || there.item_id !== item_id || there.target !== target))
      return skipped('leads elsewhere here');
    if (there && !isOfThisImport(ctx, there)) return skipped('is here already');
    if (there) {
      await setAddressSince(tx, path, new Date(since));
      return taken;
    }
    if (item_id !== null && !isDryRun && !(await isThere(read, kind, item_id)))
      return skipped('its row is not here');
    if (isDryRun) return taken;
    const then = { ...tx, now: new Date(since) };
    if (target !== null) await insertRedirect(then, { path, target });
    else await insertAddress(then, { path, kind, item_id, target, is_current: false });
    return taken;
  });
}

/** The current address of a row that this import has just stored with the row. */
function isOfThisImport({ now }: Ctx, { is_current, since }: StoredAddress): boolean {
  return Boolean(is_current) && toIsoTime(since) === now.toISOString();
}
