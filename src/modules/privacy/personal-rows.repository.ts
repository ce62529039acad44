import { domainToUnicode } from 'node:url';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/dialect.ts';
import { fold } from '../../shared/fold.ts';
import { personalData } from './personal-data.ts';
import type { TableRule } from './table-rule.ts';

/** A stored row as the driver returns it. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/**
 * How many rows one query reads. With these numbers, reading rows takes a few milliseconds, and searching rows takes
 * less than a second.
 */
const batch = { ids: 200, searched: 20_000, unpacked: 100 };

// Leaves out signs that also stand before an address, such as those of a link: `?to=ada@example.com`.
const signs = "\\w.!$&'+^~-";

/**
 * Returns a pattern that matches the address in each spelling of its domain, but not a longer address that contains it.
 * `spell` returns how the searched text spells a Unicode domain.
 */
export function addressPattern(key: string, spell = (text: string) => text): RegExp {
  const at = key.lastIndexOf('@') + 1;
  const domain = key.slice(at);
  const spellings = [domain, spell(domainToUnicode(domain))].map(escapePattern).join('|');
  return new RegExp(
    `(?<![${signs}])${escapePattern(key.slice(0, at))}(?:${spellings})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'giu',
  );
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Yields the rows of a table that belong to the owner of an address. If no column names the owner, yields the
 * rows with texts that contain the address. `key` must come from `toEmailKey`.
 */
export async function* personalRows(read: Reader, table: string, key: string): AsyncGenerator<PersonalRow> {
  const rule = ruleOf(table);
  const pattern = addressPattern(key);
  if (columnsWith(rule, 'packed').length > 0) {
    yield* unpackedRows(read, table, pattern);
    return;
  }
  const { key: owner } = rule;
  if (owner) {
    // The column has an index, so the table need not be read in parts.
    const ids = await idsWhere(read, table, sql<boolean>`${sql.ref(owner)} = ${key}`);
    yield* rowsById(read, table, ids);
    return;
  }
  const searched = columnsWith(rule, 'address', 'words');
  for await (const ids of searchedIds(read, table, containsIn(read, searched, key)))
    for await (const row of rowsById(read, table, ids))
      if (searched.some((name) => textOf(row[name]).search(pattern) >= 0)) yield row;
}

/** Yields the rows that belong to other people but contain the address in their texts. */
export async function* mentioningRows(read: Reader, table: string, key: string): AsyncGenerator<PersonalRow> {
  const { mention, key: owner } = ruleOf(table);
  if (!mention || !owner) return;
  // Searchable texts have no accents.
  const pattern = addressPattern(key, fold);
  const isOfOther = sql<boolean>`${sql.ref(owner)} <> ${key}`;
  const condition = sql<boolean>`${isOfOther} and ${containsIn(read, [mention], key)}`;
  for await (const ids of searchedIds(read, table, condition))
    for await (const row of rowsById(read, table, ids))
      if (textOf(row[mention]).search(pattern) >= 0) yield row;
}

/** Yields the rows of a table that belong to the row `id` of another table. */
export async function* dependentRows(read: Reader, table: string, id: unknown): AsyncGenerator<PersonalRow> {
  const [, column] = ruleOf(table).of!;
  const rows = await read.search<PersonalRow>(
    sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`,
  );
  yield* rows;
}

/** Returns the names of the columns that have one of the given rules. */
export function columnsWith({ columns }: TableRule, ...rules: TableRule['columns'][string][]): string[] {
  return Object.keys(columns).filter((name) => rules.includes(columns[name]!));
}

export function ruleOf(table: string): TableRule {
  const rule = personalData[table];
  if (!rule) throw new Error(`${table} has no rule in the map of personal data`);
  return rule;
}

/** The primary keys of the tables without an `id`. */
const keys: Readonly<Record<string, string>> = { kept_answers: 'key', pictures: 'path', post_tags: 'tag' };
export const primaryKeyOf = (table: string): string => keys[table] ?? 'id';

/**
 * Yields the ids of the rows that satisfy a condition for which there is no index. Reads the table in parts, so that no
 * query takes long.
 */
async function* searchedIds(
  read: Reader,
  table: string,
  condition: RawBuilder<boolean>,
): AsyncGenerator<unknown[]> {
  // Tables without a numeric id are small, so one query reads the whole table.
  if (primaryKeyOf(table) !== 'id') {
    yield idsWhere(read, table, condition);
    return;
  }
  for (let after = 0; ; ) {
    const [part] = await read.search<{ last: number | null }>(
      sql`select max(id) as last from (select id from ${sql.table(table)} where id > ${after}
        order by id limit ${sql.lit(batch.searched)}) as part`,
    );
    if (!part?.last) return;
    yield idsWhere(read, table, sql<boolean>`id > ${after} and id <= ${part.last} and ${condition}`);
    after = part.last;
  }
}

async function idsWhere(read: Reader, table: string, condition: RawBuilder<boolean>): Promise<unknown[]> {
  const id = sql.ref(primaryKeyOf(table));
  const found = await read.search<{ id: unknown }>(
    sql`select ${id} as id from ${sql.table(table)} where ${condition} order by ${id}`,
  );
  return found.map((row) => row.id);
}

/** Returns the condition for rows with the part of the address before its domain, which has several spellings. */
function containsIn(read: Reader, columns: readonly string[], key: string): RawBuilder<boolean> {
  const part = key.slice(0, key.lastIndexOf('@') + 1);
  if (columns.length === 0) return sql<boolean>`1 = 0`;
  const position = sql.raw(isPostgresql(read) ? 'strpos' : 'instr');
  const conditions = columns.map(
    (name) => sql`${position}(lower(cast(${sql.ref(name)} as text)), ${part}) > 0`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

async function* rowsById(read: Reader, table: string, ids: readonly unknown[]): AsyncGenerator<PersonalRow> {
  const id = sql.ref(primaryKeyOf(table));
  for (let at = 0; at < ids.length; at += batch.ids) {
    const some = sql.join(ids.slice(at, at + batch.ids));
    yield* await read.search<PersonalRow>(
      sql`select * from ${sql.table(table)} where ${id} in (${some}) order by ${id}`,
    );
  }
}

/**
 * Yields the rows that contain the address in a compressed column or another text. Compressed columns are
 * replaced with their texts.
 */
async function* unpackedRows(read: Reader, table: string, pattern: RegExp): AsyncGenerator<PersonalRow> {
  const rule = ruleOf(table);
  const packed = columnsWith(rule, 'packed');
  for (let after = 0; ; ) {
    const rows = await read.search<PersonalRow>(
      sql`select * from ${sql.table(table)} where id > ${after} order by id limit ${sql.lit(batch.unpacked)}`,
    );
    for (const row of rows) {
      const unpacked: Record<string, unknown> = { ...row };
      for (const name of packed) unpacked[name] = await unpack(String(row[name]));
      const texts = [...packed, ...columnsWith(rule, 'words')].map((name) => textOf(unpacked[name]));
      if (texts.some((text) => text.search(pattern) >= 0)) yield unpacked;
    }
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.id);
  }
}

async function unpack(packed: string): Promise<string> {
  return (await promisify(inflateRaw)(Buffer.from(packed, 'base64'))).toString();
}

/** Returns a stored value as text. JSON arrives as text or as an object, depending on the driver. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
