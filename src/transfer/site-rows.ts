import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { findAddress, insertAddress, isPathTakenByRoute } from '../content/addresses/stored-addresses.ts';
import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { TrashItem } from '../content/trash/trash.ts';
import { positionKey, toIsoTime } from '../database/columns.ts';
import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx } from '../database/ctx.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import type { Tables } from '../database/table-types.ts';
import { inTransaction } from '../database/transaction.ts';
import { lockName } from '../locks/name-lock.ts';
import { forgetStarterRow } from '../modules/onboarding/sample-content.ts';
import {
  attachPictureToRow,
  findPictureUses,
  joinPictureUses,
  type PictureUses,
  recordPictureUses,
} from '../pictures/media-uses.ts';
import { findRenamedValues, lockChoices } from '../settings/choices.ts';
import { withLinkedFileIds } from '../shared/library-files.ts';
import {
  type ActivityModule,
  findModuleByLogName,
  idKeyOfModule,
  mediaFacts,
} from '../shared/module-facts.ts';
import { withMediaIds } from '../shared/writing/pictures-in-text.ts';
import type { ImportOutcome } from './import-report.ts';
import { ImportedItem } from '../content/imported-item.entity.ts';
import { siteContents } from './site-content.ts';
import { type ExportedFiles, importDocument, importPicture, type SiteImportCtx } from './site-files.ts';

export class NewIds {
  readonly #ids = new Map<string, number | undefined>();

  /** Without `newId`, the item was not imported. */
  set(content: string, id: number | string, newId: number | undefined): void {
    this.#ids.set(`${content} ${id}`, newId);
  }

  /** Undefined for an item that was not imported. */
  idHere(content: string, id: number): number | undefined {
    const key = `${content} ${id}`;
    return this.#ids.has(key) ? this.#ids.get(key) : id;
  }

  /** An entry of the log, unchanged if its row kept its id or was not imported. */
  mapped(item: TransferItem): TransferItem {
    const { module, item_id, metadata } = item as Partial<{
      module: ActivityModule;
      item_id: number;
      metadata: object;
    }>;
    const content = module && siteContents.find((one) => one.module === module);
    const id = content && this.#ids.get(`${content.name} ${item_id}`);
    if (id === undefined) return item;
    return { ...item, item_id: id, metadata: { ...metadata, [idKeyOfModule(module!)]: id } } as TransferItem;
  }

  readonly #seen = new Set<string>();

  /** Rows may refer only to seen items: a row here may have the id of one that the export lacks. */
  see(content: string, id: number): void {
    this.#seen.add(`${content} ${id}`);
  }

  /** 0 for an item that was not imported or that the export lacks. */
  #idOf(content: string, id: number): number {
    return this.#seen.has(`${content} ${id}`) ? (this.idHere(content, id) ?? 0) : 0;
  }

  /** The id of a row that was not imported becomes null, or 0 in blocks. */
  nameRows({ references = [], renameInBlocks }: TransferContent, row: Record<string, unknown>): void {
    for (const { name, content } of references) {
      const id = row[name] as number | null;
      row[name] = id ? this.#idOf(content, id) || null : null;
    }
    renameInBlocks?.(row, (content, id) => this.#idOf(content, id));
  }

  /** Returns the new ids by column. */
  namePictures({ texts = [], namePictures }: TransferContent, row: Record<string, unknown>): PictureUses {
    const idOfItem = (id: number) => this.idHere(mediaFacts.file, id) ?? 0;
    for (const name of texts)
      row[name] = withLinkedFileIds(withMediaIds(String(row[name]), idOfItem), idOfItem);
    const inTexts = findPictureUses(Object.fromEntries(texts.map((name) => [name, String(row[name])])));
    return joinPictureUses(inTexts, namePictures?.(row, idOfItem));
  }
}

const atriumSource = 'atrium';

/** No other transaction may use an id of the import. */
async function lockTable(tx: Ctx, table: string): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  if (isPostgresql(db)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);
  else await lockName(tx, table);
}

interface ExistingRow {
  id: number;
  reason: string;
}

type Rows = Record<string, { id: number; created_at: Date | number }>;

/** The row with the item's id and creation time, or from an earlier import. Undefined for a new item. */
export async function findExistingRow(
  { em }: Pick<Ctx, 'em'>,
  { table, name, entity, toItem }: TransferContent,
  item: TransferItem,
): Promise<ExistingRow | undefined> {
  const db = em.getKysely<Rows>();
  const there = await db.selectFrom(table).selectAll().where('id', '=', item.id).executeTakeFirst();
  if (there && toIsoTime(there.created_at) === new Date(item.created_at).toISOString()) {
    const isSame = isDeepStrictEqual(toItem(there as never), item);
    const reason = isSame ? 'is here already' : 'is here already, and differs: left as it is';
    return { id: item.id, reason };
  }
  const before = await em.findOne(ImportedItem, {
    source: atriumSource,
    kind: name,
    external_id: importKeyOf(item),
  });
  const isThere = before && (await em.count(entity, { id: before.row_id })) > 0;
  return isThere
    ? { id: before.row_id, reason: `was taken over already: it is ${before.row_id} here` }
    : undefined;
}

/** The id of a row in the trash is not free. */
export async function isIdFree(
  { em }: Pick<Ctx, 'em'>,
  { table, module }: TransferContent,
  { id }: TransferItem,
): Promise<boolean> {
  const row = await em
    .getKysely<Rows>()
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined && !(module && (await em.count(TrashItem, { module, item_id: id })));
}

/** The id alone is not enough, because an item of another site may have it. */
function importKeyOf({ id, created_at }: TransferItem): string {
  return `${id} ${new Date(created_at).toISOString()}`;
}

/** The row gets the id of the item if that is free. */
async function insertRowOf(
  { em }: Ctx,
  { entity, table, module, isPlacedById }: TransferContent,
  row: Record<string, unknown>,
  isFree: boolean,
): Promise<number> {
  declareChangedTables({ em }, table);
  if (isFree && module) await forgetStarterRow({ em }, { module, row_id: Number(row.id) });
  const { props } = em.getMetadata().get(entity);
  const names = props.map(({ name }) => name).filter((name) => name in row && row[name] !== undefined);
  const values = Object.fromEntries(
    names.filter((name) => isFree || name !== 'id').map((name) => [name, row[name]]),
  );
  const id = Number(await em.insert(entity, values as never));
  if (!isFree && isPlacedById && typeof row[positionKey] === 'number') {
    // Moves as far as the id, so that the imported rows keep their order.
    const moved = { [positionKey]: row[positionKey] + id - Number(row.id) };
    await em.nativeUpdate(entity, { id }, moved as never);
  }
  const db = em.getKysely<Tables>();
  if (isFree && isPostgresql(db)) {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
    const highest = sql`select max(id) from ${sql.table(table)}`;
    await sql`select setval(${sequence}, greatest((${highest}), nextval(${sequence}) - 1))`.execute(db);
  }
  return id;
}

/** If the path is an address of this site or of a built-in page. */
async function clearTakenSlug(
  tx: Ctx,
  { module }: TransferContent,
  row: Record<string, unknown>,
  notes: string[],
): Promise<void> {
  const path = slugPath(module, row);
  if (!path) return;
  const isFree = !isPathTakenByRoute(path) || !hasWholePaths(module);
  if (isFree && !(await findAddress(tx.em.getKysely<Tables>(), path))) return;
  notes.push(`its address ${path} is taken here: it has none now`);
  row.slug = null;
}

async function storeSlugAddress(
  tx: Ctx,
  { module }: TransferContent,
  row: Record<string, unknown>,
  item_id: number,
): Promise<void> {
  const path = slugPath(module, row);
  if (path) await insertAddress(tx, { path, kind: module!, item_id, target: null, is_current: true });
}

function hasWholePaths(module: TransferContent['module']): boolean {
  return findModuleByLogName(module)?.hasWholePaths ?? false;
}

function slugPath(module: TransferContent['module'], { slug }: Record<string, unknown>): string | undefined {
  const folder = hasWholePaths(module) ? '' : findModuleByLogName(module)?.folder;
  return folder !== undefined && slug ? `${folder}/${slug}` : undefined;
}

/** Former names become current ones. Values that are in no list stay. */
async function renameListValues(
  tx: Ctx,
  { listed = [] }: TransferContent,
  row: Record<string, unknown>,
  notes: string[],
): Promise<void> {
  if (listed.length === 0) return;
  const settled = findRenamedValues(await lockChoices(tx), listed, row, row);
  for (const [name, value] of Object.entries(settled)) notes.push(`${name}: ${row[name]} is ${value} here`);
  if (Object.keys(settled).length > 0) (row as unknown as Revisable).revise(settled, row.updated_at as Date);
}

/** `revise` also updates derived columns. */
interface Revisable {
  revise(values: object, now: Date): void;
}

/** For the sample content of a new site. */
export interface SampleOptions {
  /** In milliseconds, for all times. */
  shiftMs: number;
  /** Other items are left out and not reported. */
  accepts(content: TransferContent, item: unknown): boolean;
  /** In the transaction that stores the row. */
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

/** With its picture and document. An item that is here already is skipped. */
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
    await content.completeRow?.(tx, row, item);
    const id = await insertRowOf(tx, content, row, isFree);
    await content.afterStore?.(tx, row);
    await storeSlugAddress(tx, content, row, id);
    const module = content.usesAs ?? content.module;
    const missing = module ? await recordPictureUses(tx, { module, item_id: id }, used, true) : [];
    if (missing.length > 0) notes.push('a picture that it shows is not in the library');
    if (picture && !content.isLibrary)
      await attachPictureToRow(tx, row[content.picture!] as string | null, facts.title);
    await run.samples?.onStored(tx, content, row, id);
    if (!isFree) {
      notes.push(`its id is taken here: it is ${id} now`);
      run.newIds.set(content.name, item.id, id);
      const key = { source: atriumSource, kind: content.name, external_id: importKeyOf(item) };
      // An older record with this key is from an import whose row was deleted.
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

export function outcomeFactsOf({ name }: TransferContent, item: unknown) {
  return { kind: name, externalId: idOf(item), title: titleOfItem(item) };
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

export function idOf(item: unknown): string {
  return String((item as { id?: unknown } | null)?.id ?? '');
}

export function titleOfItem(item: unknown): string {
  const { title, name, subject, description } = (item ?? {}) as Record<string, unknown>;
  return String(title ?? subject ?? name ?? description ?? '').slice(0, 200);
}
