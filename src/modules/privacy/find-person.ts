import { domainToUnicode } from 'node:url';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import { toIsoTime } from '../../database/columns.ts';
import type { Ctx, Reader } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/is-postgresql.ts';
import { findMailFiles, type Mailer } from '../../mail/mailer.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { foldText } from '../../shared/fold-text.ts';
import { type ActivityModule, findModuleByLogName } from '../../shared/module-facts.ts';
import { personalDataRules, type TableRule } from './personal-data-rules.ts';
import type { Person, PersonalPlace } from './privacy.schema.ts';

/** As the driver returns it. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/** So many rows at a time take a few milliseconds to read, and less than a second to search. */
const batch = { ids: 200, searched: 20_000, unpacked: 100 };

// Without signs that also stand before an address, as in `?to=ada@example.com`.
const signs = "\\w.!$&'+^~-";

/**
 * Matches the address in each spelling of its domain, but not inside of a longer address. `spell` is how the text
 * spells a Unicode domain.
 */
export function emailAddressPattern(key: string, spell = (text: string) => text): RegExp {
  const at = key.lastIndexOf('@') + 1;
  const domain = key.slice(at);
  const spellings = [domain, spell(domainToUnicode(domain))].map(escapeRegExp).join('|');
  return new RegExp(
    `(?<![${signs}])${escapeRegExp(key.slice(0, at))}(?:${spellings})(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    'giu',
  );
}

export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The person's rows: by the owner's column, or else by the address in a text. `key` must come from `toEmailKey`. */
export async function* rowsOfPerson(read: Reader, table: string, key: string): AsyncGenerator<PersonalRow> {
  const rule = personalDataRuleOf(table);
  const pattern = emailAddressPattern(key);
  if (columnsHolding(rule, 'packed').length > 0) {
    yield* unpackedRows(read, table, pattern);
    return;
  }
  const { key: owner } = rule;
  if (owner) {
    // The column has an index, so one query is enough.
    const ids = await idsWhere(read, table, sql<boolean>`${sql.ref(owner)} = ${key}`);
    yield* rowsById(read, table, ids);
    return;
  }
  const searched = columnsHolding(rule, 'email', 'writing');
  for await (const ids of searchedIds(read, table, containsIn(read, searched, key)))
    for await (const row of rowsById(read, table, ids))
      if (searched.some((name) => storedTextOf(row[name]).search(pattern) >= 0)) yield row;
}

/** Rows of other people with the address in their texts. */
export async function* rowsMentioning(read: Reader, table: string, key: string): AsyncGenerator<PersonalRow> {
  const { mention, key: owner } = personalDataRuleOf(table);
  if (!mention || !owner) return;
  // Searchable texts have no accents.
  const pattern = emailAddressPattern(key, foldText);
  const isOfOther = sql<boolean>`${sql.ref(owner)} <> ${key}`;
  const condition = sql<boolean>`${isOfOther} and ${containsIn(read, [mention], key)}`;
  for await (const ids of searchedIds(read, table, condition))
    for await (const row of rowsById(read, table, ids))
      if (storedTextOf(row[mention]).search(pattern) >= 0) yield row;
}

/** The rows that belong to the row `id` of another table. */
export async function* rowsBelongingTo(
  read: Reader,
  table: string,
  id: unknown,
): AsyncGenerator<PersonalRow> {
  const [, column] = personalDataRuleOf(table).of!;
  const rows = await read.search<PersonalRow>(
    sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id}`,
  );
  yield* rows;
}

export function columnsHolding({ columns }: TableRule, ...rules: TableRule['columns'][string][]): string[] {
  return Object.keys(columns).filter((name) => rules.includes(columns[name]!));
}

export function personalDataRuleOf(table: string): TableRule {
  const rule = personalDataRules[table];
  if (!rule) throw new Error(`${table} has no rule in the map of personal data`);
  return rule;
}

/** Of tables without an `id`. */
const primaryKeys: Readonly<Record<string, string>> = {
  kept_answers: 'key',
  pictures: 'path',
  post_tags: 'tag',
};
export const primaryKeysByTable = (table: string): string => primaryKeys[table] ?? 'id';

/** For conditions without an index. Reads the table in parts, so that no query takes long. */
async function* searchedIds(
  read: Reader,
  table: string,
  condition: RawBuilder<boolean>,
): AsyncGenerator<unknown[]> {
  // Tables without a numeric id are small.
  if (primaryKeysByTable(table) !== 'id') {
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
  const id = sql.ref(primaryKeysByTable(table));
  const rows = await read.search<{ id: unknown }>(
    sql`select ${id} as id from ${sql.table(table)} where ${condition} order by ${id}`,
  );
  return rows.map((row) => row.id);
}

/** Looks for what precedes the domain, which has several spellings. */
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
  const id = sql.ref(primaryKeysByTable(table));
  for (let at = 0; at < ids.length; at += batch.ids) {
    const some = sql.join(ids.slice(at, at + batch.ids));
    yield* await read.search<PersonalRow>(
      sql`select * from ${sql.table(table)} where ${id} in (${some}) order by ${id}`,
    );
  }
}

/** Compressed columns come as their texts. */
async function* unpackedRows(read: Reader, table: string, pattern: RegExp): AsyncGenerator<PersonalRow> {
  const rule = personalDataRuleOf(table);
  const packed = columnsHolding(rule, 'packed');
  for (let after = 0; ; ) {
    const rows = await read.search<PersonalRow>(
      sql`select * from ${sql.table(table)} where id > ${after} order by id limit ${sql.lit(batch.unpacked)}`,
    );
    for (const row of rows) {
      const unpacked: Record<string, unknown> = { ...row };
      for (const name of packed) unpacked[name] = await unpack(String(row[name]));
      const texts = [...packed, ...columnsHolding(rule, 'writing')].map((name) =>
        storedTextOf(unpacked[name]),
      );
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

/** JSON arrives as text or as an object, depending on the driver. */
export function storedTextOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** How many rows of a table are listed. `count` has all. */
const shownRows = 20;
/** Of mails that may still be in the mailbox. */
const maxMails = 100;

export type PersonCtx = Pick<Ctx, 'em' | 'read' | 'now'> & { mailer: Mailer };

/** Reads every table with personal data, which may take seconds on a large site. */
export async function findPerson(ctx: PersonCtx, email: string): Promise<Person> {
  const key = toEmailKey(email);
  const places: PersonalPlace[] = [];
  let files = 0;

  for (const table of searchedTables) {
    const rule = personalDataRuleOf(table);
    const place = await collect(table, key, rowsOfPerson(ctx.read, table, key), (row) => {
      files += columnsHolding(rule, 'file').filter((name) => row[name]).length;
    });
    if (place) places.push(place);
    const mentions = await collect(table, key, rowsMentioning(ctx.read, table, key));
    if (mentions)
      places.push({ ...mentions, label: `${rule.label} of others that name the address`, treatment: 'edit' });
  }

  // A site without a mail server stores mails as files.
  const mails = await findMailFiles(ctx.mailer.folder, emailAddressPattern(key));
  if (mails.length > 0)
    places.push({
      place: 'outbox',
      label: 'Mails as files',
      treatment: 'delete',
      count: mails.length,
      rows: [],
    });

  const users = places.find(({ place }) => place === 'users')?.rows[0];
  const arrived = await ctx.read.search<{ created_at: Date | number }>(
    sql`select created_at from incoming_mails where email_key = ${key} order by id desc limit ${sql.lit(maxMails)}`,
  );
  return {
    email,
    account: users ? { id: Number(users.id), name: users.title } : null,
    places,
    files,
    mails: arrived.map(({ created_at }) => toIsoTime(created_at)),
  };
}

/** Without those that follow another table alone: their rows are erased and exported with its rows. */
export const searchedTables = Object.entries(personalDataRules).flatMap(([table, { of, treatment }]) =>
  (of && treatment !== 'delete') || treatment === 'nothing' ? [] : [table],
);

async function collect(
  table: string,
  address: string,
  rows: AsyncIterable<PersonalRow>,
  onRow: (row: PersonalRow) => void = () => {},
): Promise<PersonalPlace | undefined> {
  const { label, treatment, title } = personalDataRuleOf(table);
  const place: PersonalPlace = { place: table, label, treatment, count: 0, rows: [] };
  for await (const row of rows) {
    onRow(row);
    place.count += 1;
    if (place.rows.length === shownRows) continue;
    place.rows.push({
      id: String(row[primaryKeysByTable(table)]),
      title: String((title && row[title]) || label),
      path: screenOf(table, row, address),
    });
  }
  return place.count > 0 ? place : undefined;
}

/** The panel's screen for a row, or null. */
function screenOf(table: string, row: PersonalRow, address: string): string | null {
  const path = findModuleByLogName(row.module as ActivityModule)?.path;
  if (table === 'versions') return path ? `${path}/${row.item_id}/versions` : null;
  if (table === 'external_ids') return path ? `${path}/${row.item_id}/edit` : null;
  if (table === 'trash_items') return path ? `${path}/trash` : null;
  const { screen } = personalDataRuleOf(table);
  const values: PersonalRow = { ...row, address };
  return (
    screen?.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))) ?? null
  );
}

export function dependentTablesOf(table: string): string[] {
  return Object.keys(personalDataRules).filter((name) => personalDataRules[name]!.of?.[0] === table);
}

/** The keys of the private files of the rows, and of the rows that belong to them. */
export async function privateFileKeysOf(
  read: Reader,
  table: string,
  rows: readonly PersonalRow[],
): Promise<string[]> {
  const files: string[] = [];
  const columns = columnsHolding(personalDataRuleOf(table), 'file');
  for (const row of rows) {
    for (const column of columns) if (typeof row[column] === 'string') files.push(row[column]);
    for (const follower of dependentTablesOf(table)) {
      for await (const following of rowsBelongingTo(read, follower, row[primaryKeysByTable(table)]))
        files.push(...(await privateFileKeysOf(read, follower, [following])));
    }
  }
  return files;
}

/**
 * The rows that erasing and exporting treat, and their table: in place of rows that are deleted by what they belong to,
 * those to which they belong.
 */
export async function ownersOf(
  read: Reader,
  table: string,
  rows: readonly PersonalRow[],
): Promise<{ table: string; rows: readonly PersonalRow[] }> {
  const { of, treatment } = personalDataRuleOf(table);
  if (!of || treatment !== 'delete' || rows.length === 0) return { table, rows };
  const [owner, column] = of;
  const ids = sql.join(rows.map((row) => row[column]));
  const owners = await read.search<PersonalRow>(sql`select * from ${sql.table(owner)} where id in (${ids})`);
  return { table: owner, rows: owners };
}
