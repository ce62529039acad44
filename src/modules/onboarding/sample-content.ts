import { createHash } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import type { EditorCtx } from '../../content/content-kind.ts';
import type { ModuleKind } from '../../content/module/module-kind.ts';
import { moveRowsToTrash, restoreRowsFromTrash } from '../../content/operations/remove.ts';
import { findLatestBatch } from '../../content/trash/trash.ts';
import type { Ctx } from '../../database/ctx.ts';
import { insertRow, inTransaction } from '../../database/transaction.ts';
import { lockName } from '../../locks/name-lock.ts';
import { recordSampleContent } from '../../log/activities.ts';
import { listUsesOf, type UsingModules } from '../../settings/choices.ts';
import { dropSampleChoices, restoreSampleChoices } from '../../settings/kept-defaults.ts';
import type { Columns } from '../../shared/column-types.ts';
import {
  type ActivityModule,
  factsByModule,
  type ModuleName,
  moduleNames,
} from '../../shared/module-facts.ts';
import { mediaFacts } from '../library/library.facts.ts';
import type {
  SampleContentStatus,
  SampleRemovalResult,
  SampleRestorationResult,
  SampleIds,
} from './onboarding.schema.ts';
import { isSameValue } from '../../shared/settings/values.ts';

export const StarterRowSchema = defineEntity({
  name: 'StarterRow',
  tableName: 'starter_rows',
  uniques: [{ properties: ['module', 'row_id'] }],
  properties: {
    id: p.integer().primary(),
    module: textColumn('nothing').$type<ActivityModule>(),
    row_id: p.integer(),
    /** The hash that `hashRow` returned when the row was seeded. For a picture of the library, its path. */
    hash: textColumn('nothing'),
  },
});

/** Staff may have changed or deleted the row since. */
export class StarterRow extends StarterRowSchema.class {}

StarterRowSchema.setClass(StarterRow);

type Values = Readonly<Record<string, unknown>>;

/**
 * Kinds of columns that staff fill in freely. Other kinds change without an edit of the row, such as when an entry of
 * a list is renamed.
 */
const written = new Set<string>([
  ...[
    'line',
    'text',
    'optionalText',
    'html',
    'tick',
    'tags',
    'lines',
    'link',
    'day',
    'picture',
    'figures',
    'gallery',
  ],
  'blocks',
]);

/** Ignores empty values and those equal to the column's `old`, so that a new column changes no hash. */
function hashRow(columns: Columns, row: object): string {
  const values = row as Values;
  const counted = Object.entries(columns)
    .filter(
      ([key, { kind, old }]) => written.has(kind) && !isEmpty(values[key]) && !isSameValue(values[key], old),
    )
    .map(([key]) => [key, values[key]] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(counted)).digest('hex');
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === '' || value === false;
}

/** Call it in the transaction that stores the row. */
export async function recordStarterRow(
  tx: Pick<Ctx, 'em'>,
  { content, rules }: { content: { module?: ActivityModule }; rules: { columns: Columns } },
  row: object,
  row_id: number,
): Promise<void> {
  const record = { module: content.module!, row_id, hash: hashRow(rules.columns, row) };
  await insertRow(tx, StarterRow, Object.assign(new StarterRow(), record));
}

/** Call it in the transaction that stores the item. */
export async function recordStarterPicture(tx: Pick<Ctx, 'em'>, row_id: number, path: string): Promise<void> {
  const record = { module: mediaFacts.log, row_id, hash: path };
  await insertRow(tx, StarterRow, Object.assign(new StarterRow(), record));
}

/** For when another row gets the id. */
export async function forgetStarterRow(
  tx: Pick<Ctx, 'em'>,
  where: { module: ActivityModule; row_id: number },
): Promise<void> {
  await tx.em.nativeDelete(StarterRow, where);
}

export type SampleContentModules = UsingModules & Record<ModuleName, { kind: ModuleKind }>;

const batchPrefix = 'sample-content ';
const lock = 'sample content';

export async function getSampleContent(
  ctx: Ctx,
  modules: SampleContentModules,
): Promise<SampleContentStatus> {
  const counted = await Promise.all(moduleNames.map((name) => countModule(ctx, modules, name)));
  const sum = (key: 'untouched' | 'changed') => counted.reduce((total, count) => total + count[key], 0);
  const batch = await findLatestBatch(ctx, batchPrefix);
  return {
    untouched: sum('untouched'),
    changed: sum('changed'),
    removed: batch ? { count: batch.rows.length, at: batch.deleted_at.toISOString() } : null,
  };
}

async function countModule(ctx: Ctx, modules: SampleContentModules, name: ModuleName) {
  const { untouched, changed } = await readModule(ctx, modules, name);
  return { untouched: untouched.length, changed };
}

/** Unchanged ones, by module. */
export async function listSampleIds(
  ctx: Ctx,
  modules: SampleContentModules,
  names: readonly ModuleName[],
): Promise<SampleIds> {
  const ids = names.map(async (name) => [name, (await readModule(ctx, modules, name)).untouched] as const);
  return Object.fromEntries(await Promise.all(ids));
}

async function readModule({ em, read }: Ctx, modules: SampleContentModules, name: ModuleName) {
  const { columns, facts, toView } = modules[name].kind;
  const hashes = await hashesOf(em.fork(), name);
  if (hashes.size === 0) return { untouched: [], changed: 0 };
  const rows = await read
    .withTables<Record<string, { id: number }>>()
    .selectFrom(facts.table)
    .selectAll()
    .where('id', 'in', [...hashes.keys()])
    .execute();
  const untouched = rows
    .filter((row) => hashRow(columns, toView(row as never)) === hashes.get(Number(row.id)))
    .map((row) => Number(row.id));
  return { untouched, changed: rows.length - untouched.length };
}

/** By the id of the row. */
async function hashesOf(em: Ctx['em'], name: ModuleName): Promise<Map<number, string>> {
  const notes = await em.find(StarterRow, { module: factsByModule[name].log });
  return new Map(notes.map(({ row_id, hash }) => [row_id, hash]));
}

/** All modules in one transaction. `kept` is the number of changed rows, which stay. */
export async function removeSampleContent(
  ctx: EditorCtx,
  modules: SampleContentModules,
): Promise<SampleRemovalResult> {
  return inTransaction(ctx, async (tx) => {
    await lockName(tx, lock);
    const counts = { removed: 0, kept: 0 };
    for (const name of moduleNames) {
      const { kind } = modules[name];
      const hashes = await hashesOf(tx.em, name);
      const done = await moveRowsToTrash(kind, tx, [...hashes.keys()], {
        batch: batchPrefix + ctx.now.toISOString(),
        accepts: (row) => hashRow(kind.columns, row) === hashes.get(row.id),
      });
      for (const { outcome } of done.results) {
        if (outcome === 'changed') counts.removed += 1;
        if (outcome === 'unchanged') counts.kept += 1;
      }
    }
    if (counts.removed > 0) {
      await recordSampleContent(tx, 'delete', counts.removed);
      await dropSampleChoices(tx, listUsesOf(modules));
    }
    return counts;
  });
}

/** In one transaction. Restores nothing when there is nothing to undo. */
export async function restoreSampleContent(
  ctx: EditorCtx,
  modules: SampleContentModules,
): Promise<SampleRestorationResult> {
  const batch = await findLatestBatch(ctx, batchPrefix);
  if (!batch) return { restored: 0 };
  return inTransaction(ctx, async (tx) => {
    await lockName(tx, lock);
    let restored = 0;
    for (const name of moduleNames) {
      const ofModule = batch.rows.filter(({ module }) => module === factsByModule[name].log);
      const ids = ofModule.map(({ item_id }) => item_id);
      const { results } = await restoreRowsFromTrash(modules[name].kind, tx, ids, { isTogether: true });
      restored += results.filter(({ outcome }) => outcome === 'changed').length;
    }
    if (restored > 0) {
      await recordSampleContent(tx, 'update', restored);
      await restoreSampleChoices(tx, listUsesOf(modules));
    }
    return { restored };
  });
}
