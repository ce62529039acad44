import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/dialect.ts';
import { personalData, type TableRule } from './personal-data.ts';

/** A stored row as the driver returns it. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/** Reading so many rows takes a few milliseconds, and searching them less than a second. */
const batch = { ids: 200, searched: 20_000, unpacked: 100 };

const signs = "a-z0-9_'+.-";

/** Returns a pattern of the address that does not match longer addresses which contain it. */
export function addressPattern(key: string): RegExp {
  return new RegExp(`(?<![${signs}])${escapePattern(key)}(?![a-z0-9-]|\\.[a-z0-9])`, 'gi');
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Yields the rows of a table that are the person's, or have the address in their texts. `key` is made by `toEmailKey`. */
export async function* personalRows(read: Reader, table: string, key: string): AsyncGenerator<PersonalRow> {
  const rule = ruleOf(table);
  const pattern = addressPattern(key);
  if (columnsWith(rule, 'packed').length > 0) {
    yield* unpackedRows(read, table, pattern);
    return;
  }
  const { key: owner } = rule;
  const searched = columnsWith(rule, 'address', 'words');
  const condition = owner ? sql<boolean>`${sql.ref(owner)} = ${key}` : containsIn(read, searched, key);
  const isAbout = (row: PersonalRow) =>
    owner ? row[owner] === key : searched.some((name) => textOf(row[name]).search(pattern) >= 0);
  for await (const ids of idsOf(read, table, condition))
    for (const row of await rowsById(read, table, ids)) if (isAbout(row)) yield row;
}

/** Yields the rows of others that have the address in their texts. */
export async function* mentioningRows(read: Reader, table: string, key: string): AsyncGenerator<PersonalRow> {
  const { mention, key: owner } = ruleOf(table);
  if (!mention || !owner) return;
  const pattern = addressPattern(key);
  const isOfOther = sql<boolean>`${sql.ref(owner)} <> ${key}`;
  const condition = sql<boolean>`${isOfOther} and ${containsIn(read, [mention], key)}`;
  for await (const ids of idsOf(read, table, condition))
    for (const row of await rowsById(read, table, ids))
      if (textOf(row[mention]).search(pattern) >= 0) yield row;
}

/** Yields the rows that belong to a row of another table. */
export async function* followingRows(read: Reader, table: string, id: unknown): AsyncGenerator<PersonalRow> {
  const [, column] = ruleOf(table).of!;
  const rows = await read.search<PersonalRow>(
    sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`,
  );
  yield* rows;
}

/** Returns the names of a table's columns with one of the rules. */
export function columnsWith({ columns }: TableRule, ...rules: TableRule['columns'][string][]): string[] {
  return Object.keys(columns).filter((name) => rules.includes(columns[name]!));
}

export function ruleOf(table: string): TableRule {
  const rule = personalData[table];
  if (!rule) throw new Error(`${table} has no rule in the map of personal data`);
  return rule;
}

/** The primary key by which a table is read. Few tables have no `id`. */
const keys: Readonly<Record<string, string>> = { kept_answers: 'key', pictures: 'path', post_tags: 'tag' };
export const idOf = (table: string): string => keys[table] ?? 'id';

/** Yields the ids of the rows that satisfy a condition, in batches. */
async function* idsOf(
  read: Reader,
  table: string,
  condition: RawBuilder<boolean>,
): AsyncGenerator<unknown[]> {
  const [from, id] = [sql.table(table), sql.ref(idOf(table))];
  // Ids are numbers but for some small tables, which are read at once.
  const isNumbered = idOf(table) === 'id';
  for (let after = 0; ; ) {
    const [part] = isNumbered
      ? await read.search<{ last: number | null }>(
          sql`select max(${id}) as last from (select ${id} from ${from} where ${id} > ${after}
            order by ${id} limit ${sql.lit(batch.searched)}) as part`,
        )
      : [];
    if (part?.last === null) return;
    const within = part ? sql`${id} > ${after} and ${id} <= ${part.last} and` : sql``;
    const found = await read.search<{ id: unknown }>(
      sql`select ${id} as id from ${from} where ${within} (${condition}) order by ${id}`,
    );
    for (let at = 0; at < found.length; at += batch.ids)
      yield found.slice(at, at + batch.ids).map((row) => row.id);
    if (!part) return;
    after = Number(part.last);
  }
}

function containsIn(read: Reader, columns: readonly string[], key: string): RawBuilder<boolean> {
  if (columns.length === 0) return sql<boolean>`1 = 0`;
  const position = sql.raw(isPostgresql(read) ? 'strpos' : 'instr');
  const conditions = columns.map(
    (name) => sql`${position}(lower(cast(${sql.ref(name)} as text)), ${key}) > 0`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

async function rowsById(read: Reader, table: string, ids: readonly unknown[]): Promise<PersonalRow[]> {
  if (ids.length === 0) return [];
  const id = sql.ref(idOf(table));
  return read.search<PersonalRow>(
    sql`select * from ${sql.table(table)} where ${id} in (${sql.join(ids)}) order by ${id}`,
  );
}

/** Yields the rows whose deflated column has the address, with its text in place of the column. */
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

/** Drivers return JSON as text or as an object. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
