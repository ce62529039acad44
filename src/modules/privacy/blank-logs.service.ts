import { type RawBuilder, sql } from 'kysely';
import type { Ctx, Reader } from '../../database/ctx.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import { inTransaction } from '../../database/transaction.ts';
import { fold } from '../../shared/fold.ts';
import { erasedName } from '../../shared/program-actors.ts';
import { personalData } from './personal-data.ts';
import {
  addressPattern,
  columnsWith,
  escapePattern,
  type PersonalRow,
  personalRows,
  ruleOf,
  textOf,
} from './personal-rows.repository.ts';

/** The word that replaces an email address or a network address. */
const erasedAddress = 'erased';
const rowsAtOnce = 200;
/**
 * The JSON columns that contain names of colleagues: the details of an event, and the values before and after
 * a change.
 */
const jsonColumns = ['details', 'before', 'after'];

interface ErasedPerson {
  key: string;
  pattern: RegExp;
  /** The ids of the person's deleted accounts. Ids are never used again. */
  ids: ReadonlySet<number>;
  /** The names of these accounts in the logs. */
  names: ReadonlySet<string>;
}

/**
 * Replaces the address and the name of a person in the logs. For a former colleague, also replaces the name
 * in every row that the colleague has created or changed. Does nothing while the person has an account,
 * because other people need the entries of this account. Returns how many rows were changed, by table.
 */
export async function blankLogs(ctx: Ctx, key: string): Promise<Record<string, number>> {
  const { read } = ctx;
  for await (const _ of personalRows(read, 'users', key)) return {};
  const person = await identify(read, key);
  const counts: Record<string, number> = {};
  for (const [table, { treatment }] of Object.entries(personalData)) {
    if (treatment === 'blank')
      counts[table] = await blankAll(ctx, table, person, personalRows(read, table, key));
    if (person.ids.size === 0) continue;
    const theirs =
      (counts[table] ?? 0) + (await blankAll(ctx, table, person, rowsOfIds(read, table, person)));
    if (theirs > 0) counts[table] = theirs;
  }
  return counts;
}

/**
 * Returns the ids and names of the deleted accounts that had the address. The logs contain these ids and
 * names.
 */
async function identify(read: Reader, key: string): Promise<ErasedPerson> {
  const ids = new Set<number>();
  const names = new Set<string>();
  const learn = (id: unknown, name: unknown) => {
    if (typeof id !== 'number') return;
    ids.add(id);
    if (typeof name === 'string') names.add(name);
  };
  for (const [table, column] of [
    ['activities', 'user_email'],
    ['security_events', 'email'],
  ] as const) {
    for await (const row of personalRows(read, table, key)) {
      if (String(row[column]).toLowerCase() === key) learn(row.user_id, row.user_name);
      const { of, email, name } = detailsOf(row);
      if (typeof email === 'string' && email.toLowerCase() === key) learn(of, name);
    }
  }
  return { key, pattern: addressPattern(key), ids, names };
}

function detailsOf({ details }: PersonalRow): Record<string, unknown> {
  return JSON.parse(textOf(details) || '{}');
}

/**
 * Yields the rows of a table that concern a former colleague: rows that the colleague has made, and events
 * about the colleague.
 */
async function* rowsOfIds(
  read: Reader,
  table: string,
  { ids, names }: ErasedPerson,
): AsyncGenerator<PersonalRow> {
  const rule = ruleOf(table);
  if (columnsWith(rule, 'colleague').length === 0) return;
  const list = sql.join([...ids]);
  // Blocked senders and proofs of erasures contain only the name of a colleague, without an id.
  const hasTheirName =
    names.size === 0
      ? sql`1 = 0`
      : sql`user_name in (${sql.join([...names])}) and user_name not in (select name from users)`;
  const others: Record<string, RawBuilder<unknown>> = {
    security_events: sql`user_id in (${list}) or of_id in (${list})`,
    message_events: sql`user_id in (${list}) or before is not null`,
    blocked_senders: hasTheirName,
    erasures: hasTheirName,
  };
  const theirs = others[table] ?? sql`user_id in (${list})`;
  for (let after = 0; ; ) {
    const rows = await read.search<PersonalRow & { id: number }>(
      sql`select * from ${sql.table(table)} where id > ${after} and (${theirs}) order by id limit ${sql.lit(rowsAtOnce)}`,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Replaces the data of a person in the given rows of a table. Returns how many rows were changed. */
async function blankAll(
  ctx: Ctx,
  table: string,
  person: ErasedPerson,
  rows: AsyncIterable<PersonalRow>,
): Promise<number> {
  let count = 0;
  let waiting: { id: unknown; changes: Record<string, string | null> }[] = [];
  const store = async () => {
    const storing = waiting;
    waiting = [];
    await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      declareChangedTables(tx, table);
      const db = tx.em.getKysely<Record<string, Record<string, unknown>>>();
      for (const { id, changes } of storing)
        await db.updateTable(table).set(changes).where('id', '=', id).execute();
    });
    count += storing.length;
  };
  for await (const row of rows) {
    const changes = blank(table, row, person);
    if (Object.keys(changes).length > 0) waiting.push({ id: row.id, changes });
    if (waiting.length === rowsAtOnce) await store();
  }
  if (waiting.length > 0) await store();
  return count;
}

/**
 * Returns the new values of the columns that change, as the database stores them. The result is empty when
 * nothing changes.
 */
function blank(table: string, row: PersonalRow, person: ErasedPerson): Record<string, string | null> {
  const { key, pattern, ids, names } = person;
  const rule = ruleOf(table);
  const isBy = ids.has(Number(row.user_id)) || (!('user_id' in row) && names.has(String(row.user_name)));
  const hasAddress = columnsWith(rule, 'address').some((name) => String(row[name]).toLowerCase() === key);
  // In `message_events`, rows that other people caused can also contain the person's name, as the name of the assignee.
  const isOwn = isBy || hasAddress || ids.has(Number(row.of_id)) || table === 'message_events';
  const changes: Record<string, string | null> = {};
  for (const [column, kind] of Object.entries(rule.columns)) {
    if (row[column] === null || row[column] === undefined) continue;
    const before = textOf(row[column]);
    let after: string | null = before;
    if (kind === 'address' && before.toLowerCase() === key) after = null;
    if (kind === 'colleague' && isBy) after = erasedName;
    if (kind === 'words')
      after = withoutNames(column, before.replaceAll(pattern, erasedAddress), isOwn ? names : []);
    // In `security_events`, `address` is the network address from which the person signed in or tried to sign in.
    if (table === 'security_events' && column === 'address' && (isBy || hasAddress)) after = erasedAddress;
    if (after !== before) changes[column] = after;
  }
  return changes;
}

/**
 * Replaces names that are whole values in JSON, and names that are whole words in search texts. Other columns
 * remain unchanged.
 */
function withoutNames(column: string, text: string, names: Iterable<string>): string {
  let result = text;
  for (const name of names) {
    if (column.endsWith('search_text')) {
      const word = new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(fold(name))}(?![\\p{L}\\p{N}])`, 'gu');
      result = result.replaceAll(word, fold(erasedName));
    } else if (jsonColumns.includes(column)) {
      result = result.replaceAll(JSON.stringify(name), JSON.stringify(erasedName));
    }
  }
  return result;
}
