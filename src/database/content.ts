import { CompiledQuery, type DatabaseConnection } from 'kysely';

/**
 * Which state the rows that visitors are shown are in. What is made from them says which version it was made from, and is good as
 * long as that is the version.
 */
export interface ContentVersion {
  /** The version, at once; nothing where it must be asked for. */
  known(): number | undefined;
  /** Asks the database. While that can not be reached, gives what was known last. */
  ask(): Promise<number>;
}

/** Tables that no answer for visitors is made from. A change of any other table, also of one that comes later, makes a new version. */
const unseenTables = new Set([
  ...['sessions', 'password_resets', 'security_events', 'sso_links', 'secrets'],
  ...['try_counters', 'used_keys', 'messages', 'notice_mails', 'activities', 'kept_answers'],
  'sweep_candidates',
  // Written to be held by its writer, and by a migration, which makes a new version itself.
  'migrations',
]);

const reading = /^\s*(select|begin|start|commit|rollback|savepoint|release|pragma|set|show|listen|notify)\b/i;
const changing = /^\s*(?:insert\s+(?:or\s+\w+\s+)?into|update|delete\s+from)\s+["`]?(\w+)/i;

/** The table whose rows a statement changes: its name, `*` when that can not be told, nothing for a read. */
export function changedTable(statement: string): string | undefined {
  if (reading.test(statement)) return undefined;
  return changing.exec(statement)?.[1]?.toLowerCase() ?? '*';
}

/** Whether visitors are shown anything of a table. */
export function isSeen(table: string): boolean {
  return !unseenTables.has(table);
}

/** What is told of the changes on one connection. */
export interface ChangeListener {
  /** In the transaction of the changes, just before its commit. */
  committing(tables: ReadonlySet<string>, connection: DatabaseConnection): Promise<void>;
  /** They stand, or nobody knows whether they do. */
  committed?(tables: ReadonlySet<string>): void;
}

type Execute = DatabaseConnection['executeQuery'];
type Query = Parameters<Execute>;

/**
 * Watches what is written on a connection. It looks at the statements themselves, so that no writer, of whatever kind, can forget to
 * tell of a change. A lone statement gets a transaction, so that the change is told of with it or not at all.
 */
export function watchChanges(created: unknown, listener: ChangeListener): void {
  // MikroORM's types don't say what its hook is handed: Kysely's connection.
  const connection = created as DatabaseConnection;
  const execute = connection.executeQuery.bind(connection) as (...query: Query) => Promise<unknown>;
  let changed: Set<string> | undefined;

  const begin = async (query: Query) => {
    changed = new Set();
    return execute(...query);
  };
  const commit = async (query: Query) => {
    const tables = changed;
    if (tables?.size) await listener.committing(tables, connection);
    changed = undefined;
    try {
      return await execute(...query);
    } finally {
      if (tables?.size) listener.committed?.(tables);
    }
  };
  const rollBack = async (query: Query) => {
    changed = undefined;
    return execute(...query);
  };
  const changeAlone = async (query: Query, table: string) => {
    await begin([CompiledQuery.raw('begin')]);
    changed?.add(table);
    try {
      const result = await execute(...query);
      await commit([CompiledQuery.raw('commit')]);
      return result;
    } catch (error) {
      await rollBack([CompiledQuery.raw('rollback')]).catch(() => {});
      throw error;
    }
  };
  const run = async (...query: Query): Promise<unknown> => {
    const [{ sql }] = query;
    const [, word = '', next = ''] = /^\s*(\w+)\s*(\w*)/.exec(sql)?.map((each) => each.toLowerCase()) ?? [];
    if (word === 'begin' || word === 'start') return begin(query);
    if (word === 'commit') return commit(query);
    if (word === 'rollback' && next !== 'to') return rollBack(query);
    const table = changedTable(sql);
    if (table === undefined || !isSeen(table)) return execute(...query);
    if (changed) {
      changed.add(table);
      return execute(...query);
    }
    if (table !== '*') return changeAlone(query, table);
    // What has no table, like a change of the schema, may not be possible in a transaction.
    const result = await execute(...query);
    await listener.committing(new Set([table]), connection);
    listener.committed?.(new Set([table]));
    return result;
  };
  connection.executeQuery = run as Execute;
}
