import { type RawBuilder, sql } from 'kysely';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx, Reader } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { foldText } from '../../shared/fold-text.ts';
import { erasedActorName } from '../../shared/program-actors.ts';
import {
  emailAddressPattern,
  columnsHolding,
  escapeRegExp,
  type PersonalRow,
  rowsOfPerson,
  personalDataRuleOf,
  storedTextOf,
} from './find-person.ts';
import { personalDataRules } from './personal-data-rules.ts';

/** In place of an email address or a network address. */
const erasedAddress = 'erased';
const rowsAtOnce = 200;

/** Who has had an address, which is normalised by `toEmailKey`. Ids are never used again. */
export interface AddressAccounts {
  key: string;
  /** Active or not, with this address or with another one since. */
  existing: ReadonlySet<number>;
  deleted: ReadonlySet<number>;
}

interface ErasedPerson extends AddressAccounts {
  pattern: RegExp;
  /** Those of deleted accounts that no other account has or has had. */
  names: ReadonlySet<string>;
}

/**
 * Replaces address and name in the logs, and for a former colleague the name in every row that the colleague has made
 * or changed. Entries of an account that exists stay, whatever its address is now: other people need them. Does nothing
 * while an account has the address. Returns the numbers of changed rows by table.
 */
export async function blankLogs(ctx: Ctx, accounts: AddressAccounts): Promise<Record<string, number>> {
  const { read } = ctx;
  const { key, deleted } = accounts;
  for await (const _ of rowsOfPerson(read, 'users', key)) return {};
  const person = { ...accounts, pattern: emailAddressPattern(key), names: await readNames(read, accounts) };
  const counts: Record<string, number> = {};
  for (const [table, { treatment }] of Object.entries(personalDataRules)) {
    if (treatment === 'blank')
      counts[table] = await blankAll(ctx, table, person, rowsOfPerson(read, table, key));
    if (deleted.size === 0) continue;
    const theirs =
      (counts[table] ?? 0) + (await blankAll(ctx, table, person, rowsOfIds(read, table, person)));
    if (theirs > 0) counts[table] = theirs;
  }
  return counts;
}

/** The logs tell which accounts had an address, and the accounts which of them are deleted. */
export async function findAccountsOf(read: Reader, key: string): Promise<AddressAccounts> {
  const ids = new Set<number>();
  const learn = (id: unknown, address: unknown) => {
    if (typeof id === 'number' && isAddress(key, address)) ids.add(id);
  };
  for await (const { id, email } of rowsOfPerson(read, 'users', key)) learn(id, email);
  for await (const row of rowsOfPerson(read, 'activities', key)) learn(row.user_id, row.user_email);
  for await (const row of rowsOfPerson(read, 'security_events', key)) {
    learn(row.user_id, row.email);
    const { of, email, before } = detailsOf(row);
    learn(of, email);
    if (row.type === 'email_changed') learn(of, before);
  }
  const existing = await selectIds(read, ids);
  return { key, existing, deleted: new Set([...ids].filter((id) => !existing.has(id))) };
}

async function selectIds(read: Reader, ids: ReadonlySet<number>): Promise<Set<number>> {
  if (ids.size === 0) return new Set();
  const rows = await read.search<{ id: number }>(
    sql`select id from users where id in (${sql.join([...ids])})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The names of the deleted accounts in the logs, but those that an existing account has or has had. */
async function readNames(read: Reader, { deleted }: AddressAccounts): Promise<Set<string>> {
  const names = new Set<string>();
  if (deleted.size === 0) return names;
  const list = sql.join([...deleted]);
  for (const table of ['activities', 'security_events']) {
    const rows = await read.search<{ name: string | null }>(
      sql`select distinct user_name as name from ${sql.table(table)} where user_id in (${list})`,
    );
    for (const { name } of rows) if (name) names.add(name);
  }
  const events = await read.search<PersonalRow>(
    sql`select type, details from security_events where of_id in (${list})`,
  );
  for (const { name, before, isRename } of events.map(toNames)) {
    if (typeof name === 'string') names.add(name);
    if (isRename && typeof before === 'string') names.add(before);
  }
  names.delete(erasedActorName);
  for (const name of await namesOfExisting(read, names)) names.delete(name);
  return names;
}

async function namesOfExisting(read: Reader, names: ReadonlySet<string>): Promise<Set<string>> {
  if (names.size === 0) return new Set();
  const list = sql.join([...names]);
  const taken = await read.search<{ name: string }>(
    sql`select name from users where name in (${list})
      union select user_name from activities
        where user_id in (select id from users) and user_name in (${list})
      union select user_name from security_events
        where user_id in (select id from users) and user_name in (${list})`,
  );
  const renames = await read.search<PersonalRow>(
    sql`select type, details from security_events
      where type = 'name_changed' and of_id in (select id from users)`,
  );
  const former = renames.map((row) => String(toNames(row).before)).filter((name) => names.has(name));
  return new Set([...taken.map(({ name }) => name), ...former]);
}

function toNames(row: PersonalRow): { name: unknown; before: unknown; isRename: boolean } {
  const { name, before } = detailsOf(row);
  return { name, before, isRename: row.type === 'name_changed' };
}

function detailsOf({ details }: PersonalRow): Record<string, unknown> {
  return JSON.parse(storedTextOf(details) || '{}');
}

function isAddress(key: string, value: unknown): boolean {
  return typeof value === 'string' && toEmailKey(value) === key;
}

/** Rows that a former colleague has made, and events about the colleague. */
async function* rowsOfIds(
  read: Reader,
  table: string,
  { deleted, names }: ErasedPerson,
): AsyncGenerator<PersonalRow> {
  const rule = personalDataRuleOf(table);
  if (columnsHolding(rule, 'colleague').length === 0) return;
  const list = sql.join([...deleted]);
  // These have only the name, without an id.
  const hasTheirName = names.size === 0 ? sql`1 = 0` : sql`user_name in (${sql.join([...names])})`;
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

/** Returns how many rows were changed. */
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

/** What changes, as the database stores it. */
function blank(table: string, row: PersonalRow, person: ErasedPerson): Record<string, string | null> {
  const { key, pattern, existing, deleted, names } = person;
  const rule = personalDataRuleOf(table);
  const by = Number(row.user_id ?? 0);
  const about = Number(row.of_id ?? (table === 'security_events' && detailsOf(row).of) ?? 0) || by;
  const isBy = deleted.has(by) || (!('user_id' in row) && names.has(String(row.user_name)));
  const hasAddress = columnsHolding(rule, 'email').some((name) => isAddress(key, row[name]));
  const changes: Record<string, string | null> = {};
  // Refused sign-ins name no account, so they belong to each account that had the address.
  if (by === 0 && hasAddress && existing.size > 0) return changes;
  for (const [column, kind] of Object.entries(rule.columns)) {
    if (row[column] === null || row[column] === undefined) continue;
    // The details belong to the account that the event is about, everything else to the one that acted.
    const owner = column === 'details' ? about : by;
    if (existing.has(owner)) continue;
    const before = storedTextOf(row[column]);
    let after: string | null = before;
    if (kind === 'email' && isAddress(key, before)) after = null;
    if (kind === 'colleague' && isBy) after = erasedActorName;
    if (kind === 'writing') {
      after = before.replaceAll(pattern, erasedAddress);
      if (isAssignment(column)) after = withoutAssignee(after, person);
      else if (deleted.has(owner)) after = withoutNames(column, after, names);
    }
    // In security events, `address` is the network address of a sign-in or a try.
    if (table === 'security_events' && column === 'address' && (isBy || hasAddress)) after = erasedAddress;
    if (after !== before) changes[column] = after;
  }
  return changes;
}

/** Whether the column of `message_events` has values of a change, such as the assignee. */
function isAssignment(column: string): boolean {
  return column === 'before' || column === 'after';
}

function withoutAssignee(text: string, { deleted }: ErasedPerson): string {
  const values = JSON.parse(text);
  if (typeof values?.assignee !== 'string' || !deleted.has(Number(values.assignee_id))) return text;
  return JSON.stringify({ ...values, assignee: erasedActorName });
}

/** Only names that are whole values in details, or whole words in search texts. */
function withoutNames(column: string, text: string, names: Iterable<string>): string {
  let result = text;
  for (const name of names) {
    if (column.endsWith('search_text')) {
      const word = new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(foldText(name))}(?![\\p{L}\\p{N}])`, 'gu');
      result = result.replaceAll(word, foldText(erasedActorName));
    } else if (column === 'details') {
      result = result.replaceAll(JSON.stringify(name), JSON.stringify(erasedActorName));
    }
  }
  return result;
}
