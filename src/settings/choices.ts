import { type RawBuilder, sql } from 'kysely';
import { declareChangedTables } from '../database/content-version.ts';
import type { Connection, Ctx, SignedInCtx } from '../database/ctx.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import type { Tables } from '../database/table-types.ts';
import { lockNameShared } from '../locks/name-lock.ts';
import type { Columns, ListedColumn } from '../shared/column-types.ts';
import { listedColumns } from '../shared/columns.ts';
import { findChoice, type ListName, listNames } from '../shared/enumerations.ts';
import { Conflict, NotFound, RuleBroken, type UseCounts } from '../shared/errors.ts';
import { foldText } from '../shared/fold-text.ts';
import { factsOf, type ModuleName, moduleNames } from '../shared/module-facts.ts';
import {
  type ChoiceEntry,
  type Choices,
  entriesOfList,
  findStoredValue,
  storedValueOfEntry,
  storedValuesOf,
  withoutAmbiguousNames,
} from '../shared/settings/choices.ts';
import { choiceFields } from '../shared/settings/groups.ts';
import { groupValue } from './assemble-settings.ts';
import type { ListUsage } from './settings.schema.ts';
import { connectionOf, readDefaultsBasis, readSettingsGroup } from './stored-groups.ts';

interface ListUse {
  /** The name in an error response, such as 'posts'. */
  rows: string;
  table: string;
  /** The module in log and trash. */
  log: string;
  column: string;
  /** The columns that are part of the search text. */
  search: readonly string[];
}
export type ListUses = Record<ListName, readonly ListUse[]>;

/** For saves that neither rename nor remove entries. */
export const noListUses: ListUses = {
  blog_categories: [],
  portfolio_categories: [],
  team_sections: [],
  team_roles: [],
};

export type UsingModules = Record<ModuleName, { rules: { columns: Columns; search: readonly string[] } }>;

export function listUsesOf(modules: UsingModules): ListUses {
  const uses = moduleNames.flatMap((name) => {
    const { columns, search } = modules[name].rules;
    const { table, log } = factsOf(name);
    return listedColumns(columns).map(({ list, name: column }) => ({
      list,
      use: { rows: table, table, log, column, search },
    }));
  });
  const byList = Map.groupBy(uses, ({ list }) => list);
  const inList = (list: ListName) => byList.get(list)?.map(({ use }) => use) ?? [];
  return {
    blog_categories: inList('blog_categories'),
    portfolio_categories: inList('portfolio_categories'),
    team_sections: inList('team_sections'),
    team_roles: inList('team_roles'),
  };
}

/** Transactions that store a value from a list share this lock; one that changes a list holds it alone. */
export const choicesLock = 'settings choices';

type Listed = readonly (ListedColumn & { name: string })[];
type Values = Readonly<Record<string, unknown>>;

/** Also keeps these lists from changing until the transaction ends. */
export async function lockChoices(tx: Pick<Ctx, 'em'>): Promise<Choices> {
  await lockNameShared(tx, choicesLock);
  return readChoices(tx.em.getKysely<Tables>());
}

/** Lists that were never saved have their default entries. */
async function readChoices(read: Connection): Promise<Choices> {
  const stored = await readSettingsGroup(read, 'choices');
  return groupValue('choices', stored?.value, await readDefaultsBasis(read)) as Choices;
}

/**
 * The values to change before a row is stored, because a list changed after the input was checked. A value
 * that the row had before may stay.
 * @throws {RuleBroken} when an entry was removed meanwhile
 */
export function findRenamedValues(
  choices: Choices,
  listed: Listed,
  row: object,
  before: object = {},
): Values {
  const changed = listed.flatMap(({ name, label, list }) => {
    const stored = (row as Values)[name];
    // A hidden row may lack a value.
    if (stored === '') return [];
    const value = findStoredValue(choices, list, String(stored));
    if (value === stored) return [];
    if (value !== undefined) return [[name, value]];
    if (stored === (before as Values)[name]) return [];
    throw RuleBroken.of(name, `${label} must be one of: ${storedValuesOf(choices, list).join(', ')}`);
  });
  return Object.fromEntries(changed) as Values;
}

/** By old value. */
type ValueReplacements = ReadonlyMap<string, string>;

type NewNames = Record<string, string>;
type Row = { id: number } & Record<string, unknown>;

/** Rows of one query when each gets its own search text. */
const batchSize = 500;

/** By stored value and table. All rows in the trash count as `trash`. Zeros are left out. */
async function countUses(read: Connection, uses: readonly ListUse[]): Promise<Map<string, UseCounts>> {
  const counts = new Map<string, UseCounts>();
  const add = (value: string, kind: string, amount: number) => {
    if (value === '') return;
    const known = counts.get(value) ?? {};
    counts.set(value, { ...known, [kind]: (known[kind] ?? 0) + amount });
  };
  const amount = sql<number | string>`count(*)`.as('amount');
  for (const { table, log, column, rows } of uses) {
    const stored = await from(read, table)
      .select([sql<string>`${sql.ref(column)}`.as('value'), amount])
      .groupBy(column)
      .execute();
    for (const { value, amount } of stored) add(value, rows, Number(amount));
    const field = fieldOf(read, column);
    const deleted = await from(read, 'trash_items')
      .select([sql<string>`${field}`.as('value'), amount])
      .where('module', '=', log)
      .groupBy(field)
      .execute();
    for (const { value, amount } of deleted) add(value, 'trash', Number(amount));
  }
  return counts;
}

/** Without rows in the trash; with starter rows only if `withSamples`. */
export async function findUsedValues(
  read: Connection,
  uses: readonly ListUse[],
  { withSamples }: { withSamples: boolean },
): Promise<Set<string>> {
  const values = new Set<string>();
  for (const { table, log, column } of uses) {
    const samples = sql`select row_id from starter_rows where module = ${log}`;
    const rows = from(read, table)
      .select(sql<string>`${sql.ref(column)}`.as('value'))
      .distinct()
      .$if(!withSamples, (query) => query.where(sql<boolean>`id not in (${samples})`));
    // A hidden row may lack a value.
    for (const { value } of await rows.execute()) if (value !== '') values.add(value);
  }
  return values;
}

/** Version and time of a row stay, because nobody has edited it. */
async function replaceUsedValues(tx: Ctx, uses: readonly ListUse[], moves: ValueReplacements): Promise<void> {
  if (moves.size === 0) return;
  const db = tx.em.getKysely<Tables>();
  const old = [...moves.keys()];
  for (const { table, log, column, search } of uses) {
    declareChangedTables(tx, table);
    if (search.includes(column)) await moveSearched(db, { table, column, search }, moves);
    else {
      const value = replaced(sql.ref(column), moves);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}
        where ${sql.ref(column)} in (${sql.join(old)})`.execute(db);
    }
    // After the rows, so that a row that moved to the trash meanwhile changes too.
    const field = fieldOf(db, column);
    const value = replaced(field, moves);
    const fields = isPostgresql(db)
      ? sql`jsonb_set(fields, array[${column}]::text[], to_jsonb((${value})::text))`
      : sql`json_set(fields, ${`$.${column}`}, ${value})`;
    await sql`update trash_items set fields = ${fields}
      where module = ${log} and ${field} in (${sql.join(old)})`.execute(db);
  }
}

/** Folds the search text here and not in SQL, because the databases fold fewer letters. */
async function moveSearched(
  db: Connection,
  { table, column, search }: Pick<ListUse, 'table' | 'column' | 'search'>,
  moves: ValueReplacements,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = (await from(db, table)
      .select(['id', ...search])
      .where(column, 'in', [...moves.keys()])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()) as unknown as Row[];
    if (rows.length === 0) return;
    const changed = rows.map((row) => ({ ...row, [column]: moves.get(String(row[column]))! }));
    const texts = changed.map(
      (row) => [row.id, foldText(...search.map((name) => String(row[name])))] as const,
    );
    const text = sql.join(
      texts.map(([id, folded]) => sql`when ${id} then ${folded}`),
      sql` `,
    );
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${replaced(sql.ref(column), moves)},
      search_text = case id ${text} end where id in (${sql.join(texts.map(([id]) => id))})`.execute(db);
    last = rows.at(-1)!.id;
  }
}

function replaced(value: RawBuilder<unknown>, moves: ValueReplacements): RawBuilder<unknown> {
  const cases = [...moves].map(([old, now]) => sql`when ${old} then ${now}`);
  return sql`case ${value} ${sql.join(cases, sql` `)} end`;
}

function fieldOf(db: Connection, column: string): RawBuilder<string> {
  return isPostgresql(db)
    ? sql`fields ->> ${sql.lit(column)}`
    : sql`json_extract(fields, ${sql.lit(`$.${column}`)})`;
}

// Kysely cannot type a table whose name is known only at run time.
function from(read: Connection, table: string) {
  return read.withTables<Record<string, NewNames & { id: number }>>().selectFrom(table);
}

/** The replacing key or name, by list and removed key, such as `blog_categories.technology`. */
export type Reassignments = Readonly<Record<string, string>>;

const maxFormer = 30;

interface Step {
  before: Choices;
  after: Choices;
  reassign: Reassignments;
}

/**
 * Gives rows the new name of a renamed entry, or the entry that `reassign` names for a removed one. In the
 * returned lists, changed entries have their former names too.
 * @throws {RuleBroken} with the path of each wrong value · {Conflict} with the counts of rows that have a
 * removed entry which `reassign` does not replace
 */
export async function applyChoiceChanges(tx: SignedInCtx, uses: ListUses, step: Step): Promise<Choices> {
  refuseBrokenLists(step.after);
  let { after } = step;
  for (const list of listNames) {
    const { moves, entries } = await movesOf(tx, uses, { ...step, after, list });
    await replaceUsedValues(tx, uses[list], moves);
    after = { ...after, [list]: entries };
  }
  return withoutAmbiguousNames(after);
}

async function movesOf(
  tx: SignedInCtx,
  uses: ListUses,
  { before, after, reassign, list }: Step & { list: ListName },
): Promise<{ moves: ValueReplacements; entries: readonly ChoiceEntry[] }> {
  const moves = new Map<string, string>();
  const former = new Map<string, string[]>();
  let entries = entriesOfList(after, list);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const move = (old: ChoiceEntry, next: ChoiceEntry, names: readonly string[]) => {
    if (storedValueOfEntry(list, old) !== storedValueOfEntry(list, next))
      moves.set(storedValueOfEntry(list, old), storedValueOfEntry(list, next));
    former.set(next.key, [...(former.get(next.key) ?? []), ...names]);
  };
  const removed: ChoiceEntry[] = [];
  for (const entry of entriesOfList(before, list)) {
    const next = byKey.get(entry.key);
    if (!next) removed.push(entry);
    // Input without a `version` may lack some of the stored former names.
    else if (storedValueOfEntry(list, entry) !== storedValueOfEntry(list, next))
      move(entry, next, [storedValueOfEntry(list, entry), ...entry.former]);
  }
  // Rows stay if an added entry has the value of the removed one.
  const gone = removed.filter(
    (entry) => !entries.some((next) => storedValueOfEntry(list, next) === storedValueOfEntry(list, entry)),
  );
  const counts = gone.length > 0 ? await countUses(connectionOf(tx), uses[list]) : new Map();
  for (const entry of gone) {
    const path = `${list}.${entry.key}`;
    const target = findTarget(entries, path, reassign);
    const in_use: UseCounts | undefined = counts.get(storedValueOfEntry(list, entry));
    if (!target && in_use && isUsedByRows(in_use))
      throw new Conflict(inUseMessage(entry, in_use), { in_use });
    if (target) move(entry, target, [storedValueOfEntry(list, entry), ...entry.former]);
  }
  entries = entries.map((entry) => {
    const names = former.get(entry.key);
    return names ? { ...entry, former: [...names, ...entry.former].slice(0, maxFormer) } : entry;
  });
  return { moves, entries };
}

/** A row that returns from the trash may have a value that no list contains. */
function isUsedByRows({ trash: _, ...rows }: UseCounts): boolean {
  return Object.keys(rows).length > 0;
}

/**
 * Undefined if `reassign` names none.
 * @throws {RuleBroken} when the named entry is not in the list
 */
function findTarget(
  entries: readonly ChoiceEntry[],
  path: string,
  reassign: Reassignments,
): ChoiceEntry | undefined {
  const replacement = reassign[path];
  if (replacement === undefined) return undefined;
  const target =
    entries.find(({ key }) => key === replacement) ?? entries.find(({ name }) => name === replacement);
  if (target) return target;
  throw RuleBroken.of(`reassign_to.${path}`, 'The list has no such entry.');
}

/** @throws {RuleBroken} when a list is empty, or two of its entries have the same name */
export function refuseBrokenLists(choices: Choices): void {
  const problems = listNames.flatMap((list): [string, string[]][] => {
    const entries = entriesOfList(choices, list);
    const { label, noun } = choiceFields[list];
    if (entries.length === 0) return [[list, [`${label} need at least one ${noun}`]]];
    const names = entries.map(({ name }) => name.toLowerCase());
    return names.flatMap((name, place): [string, string[]][] =>
      names.indexOf(name) === place
        ? []
        : [[`${list}.${place}.name`, [`Another ${noun} has this name already`]]],
    );
  });
  if (problems.length > 0) throw new RuleBroken(Object.fromEntries(problems));
}

function inUseMessage({ name }: ChoiceEntry, in_use: UseCounts): string {
  const { trash = 0, ...kinds } = in_use;
  const parts = [
    ...Object.entries(kinds).map(([kind, count]) => `${count} ${count === 1 ? singular(kind) : kind}`),
    ...(trash > 0 ? [`${trash} deleted ${trash === 1 ? 'entry' : 'entries'}`] : []),
  ];
  return `“${name}” is used by ${parts.join(' and ')}. Say where they go before you remove it.`;
}

const singular = (kind: string) => kind.replace(/s$/, '');

/**
 * Values that only rows still have come last.
 * @throws {NotFound} when there is no such list
 */
export async function getListUsage({ read }: SignedInCtx, name: string, uses: ListUses): Promise<ListUsage> {
  const list = findChoice(listNames, name);
  if (!list) throw new NotFound('There is no such list.');
  const counts = await countUses(read, uses[list]);
  const listed = entriesOfList(await readChoices(read), list).map((entry) => {
    const value = storedValueOfEntry(list, entry);
    const in_use = counts.get(value) ?? {};
    counts.delete(value);
    return { value, key: entry.key, name: entry.name, in_use };
  });
  const others = [...counts].map(([value, in_use]) => ({ value, key: null, name: value, in_use }));
  return { entries: [...listed, ...others] };
}
