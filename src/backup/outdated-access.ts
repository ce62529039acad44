import BetterSqlite3 from 'better-sqlite3';
import { sealingKeyOf } from '../shared/sealed-text.ts';
import { connectPostgresql, listPostgresqlTables } from './postgresql.ts';
import type { TableRow, RowSource } from './table-rows.ts';

/** Rows may have been ended since the backup, or are outdated. The server makes new signing keys. */
const endedTables = [
  ...['sessions', 'api_tokens', 'password_resets', 'used_keys', 'kept_answers', 'try_counters', 'secrets'],
];

/**
 * The program that is told of changes may be that of another site by now, or know the changes since the backup, which
 * are gone.
 */
const switchOffSql = (reason: string) =>
  `update webhooks set is_active = false, off_reason = '${reason}' where is_active = true`;

const restoredReason = 'The site was restored from a backup. Check that the receiver still belongs to it.';
const copiedReason = 'The database was copied. Check that the receiver belongs to this copy.';

/** For a copy of a database, whose original may still be in use. */
export async function switchOffCopiedWebhooks(url: string): Promise<void> {
  const client = await connectPostgresql(url);
  try {
    if ((await listPostgresqlTables(client)).includes('webhooks'))
      await client.query(switchOffSql(copiedReason));
  } finally {
    await client.end();
  }
}

/** Only columns that every version of the security log has: the backup may be of an early one. */
const event = { type: 'restored', address: 'command line' };

const detailsOf = (madeAt: string) => JSON.stringify({ reason: `backup of ${madeAt}` });

/** Returns the id of the event, or undefined when the backup has no security log. */
export function endOldAccessInSqlite(file: string, madeAt: string, now: Date): number | undefined {
  const db = new BetterSqlite3(file, { fileMustExist: true });
  try {
    // Deleted rows must not remain readable in free pages of the file.
    db.pragma('secure_delete = on');
    const tables = db.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    return db.transaction(() => {
      for (const table of endedTables) if (tables.includes(table)) db.exec(`delete from "${table}"`);
      if (tables.includes('webhooks')) db.exec(switchOffSql(restoredReason));
      if (!tables.includes('security_events')) return undefined;
      const stored = db
        .prepare('insert into security_events (type, address, details, created_at) values (?, ?, ?, ?)')
        .run(...[event.type, event.address, detailsOf(madeAt), now.getTime()]);
      return Number(stored.lastInsertRowid);
    })();
  } finally {
    db.close();
  }
}

/** As `endOldAccessInSqlite`. */
export async function endOldAccessInPostgresql(
  url: string,
  madeAt: string,
  now: Date,
): Promise<number | undefined> {
  const client = await connectPostgresql(url);
  try {
    const tables = await listPostgresqlTables(client);
    await client.query('begin');
    for (const table of endedTables) if (tables.includes(table)) await client.query(`delete from "${table}"`);
    if (tables.includes('webhooks')) await client.query(switchOffSql(restoredReason));
    let id: number | undefined;
    if (tables.includes('security_events')) {
      const { rows } = await client.query<{ id: number }>(
        'insert into security_events (type, address, details, created_at) values ($1, $2, $3, $4) returning id',
        [event.type, event.address, detailsOf(madeAt), now],
      );
      id = rows[0]?.id;
    }
    await client.query('commit');
    return id;
  } finally {
    await client.end();
  }
}

export interface OutdatedAccount {
  name: string;
  email: string;
  /** `account`: did not exist before the restore. `access`: was deactivated. */
  what: ('password' | 'role' | 'account' | 'access')[];
}

export interface EndedAccess {
  oldAccounts: OutdatedAccount[];
  /** Of the authenticator apps: without them, the server does not start. */
  sealing_keys: string[];
  /** Undefined when the backup is too old to have a security log. */
  event_id: number | undefined;
}

export async function findSealingKeysOfApps(restored: RowSource): Promise<string[]> {
  const keys = new Set<string>();
  for await (const { secret } of restored.rows('factors')) {
    const key = sealingKeyOf(secret);
    if (key) keys.add(key);
  }
  return [...keys].sort();
}

/** Restored accounts that are gone, deactivated or changed in the replaced database, by email address. */
export async function findOutdatedAccounts(
  restored: RowSource,
  replaced: RowSource,
): Promise<OutdatedAccount[]> {
  const newer = new Map<string, TableRow>();
  for await (const row of replaced.rows('users')) newer.set(String(row.email_key), row);
  const old: OutdatedAccount[] = [];
  for await (const row of restored.rows('users')) {
    const now = newer.get(String(row.email_key));
    const what: OutdatedAccount['what'] = [];
    if (!now) what.push('account');
    else {
      if (now.password_hash !== row.password_hash) what.push('password');
      if (now.role !== row.role) what.push('role');
      // Undefined in an old backup, which lacks this column.
      if (now.deactivated_at && !row.deactivated_at) what.push('access');
    }
    if (what.length > 0) old.push({ name: String(row.name), email: String(row.email), what });
  }
  return old;
}
