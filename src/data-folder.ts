import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './shared/make-folder.ts';

/** Files with other names in a data folder belong to other programs. */
const ownNames =
  /^(atrium\.sqlite.*|server\.lock.*|uploads|private|quarantine|outbox|cards|secrets\.key.*|\.restoring|\.passing-.*)$/;
/** How long a start waits for a server that is still shutting down. */
const shutdownMs = 3000;

const isWindows = process.platform === 'win32';
const lockFile = (dataDir: string) => join(dataDir, 'server.lock');

export function makeFilesPrivate(): void {
  process.umask(0o077);
}

/** @throws {Error} with a message of one line that names the setting */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

function unusable(dataDir: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : cause;
  return new Error(
    `bad setting: DATA_DIR: ${dataDir} cannot be used (${reason}); it must be a folder that this user may write`,
    { cause },
  );
}

/**
 * Closes Atrium's own files to other users. Follows no symbolic links, and skips folders of mode 0700.
 * Returns a warning when a file elsewhere could not be changed.
 */
export function protectDataFolder(dataDir: string): string | undefined {
  if (isWindows || !existsSync(dataDir)) return undefined;
  const failed: string[] = [];
  const names = readdirSync(dataDir);
  for (const name of names) {
    if (ownNames.test(name)) protect(join(dataDir, name), failed);
  }
  if (names.every((name) => ownNames.test(name))) closeFolder(dataDir);
  if (failed.length === 0) return undefined;
  return `other users of this machine may be able to read ${failed.length} files or folders, the first is ${failed[0]}`;
}

/** Not for a folder that contains files of other programs. */
function closeFolder(dataDir: string): void {
  try {
    if ((lstatSync(dataDir).mode & 0o077) !== 0) chmodSync(dataDir, 0o700);
  } catch {
    // The folder belongs to another user. Its files are already closed to others.
  }
}

function protect(path: string, failed: string[]): void {
  const before = failed.length;
  try {
    const facts = lstatSync(path);
    const isFolder = facts.isDirectory();
    if ((!isFolder && !facts.isFile()) || (facts.mode & 0o077) === 0) return;
    if (isFolder) {
      // Keeps other users from adding files meanwhile.
      if ((facts.mode & 0o022) !== 0) chmodSync(path, facts.mode & 0o755);
      for (const name of readdirSync(path)) protect(join(path, name), failed);
    }
    // The folder comes last: if the process is killed before, the next start does not skip it.
    chmodSync(path, isFolder ? 0o700 : 0o600);
    // Other users cannot reach files in a closed folder, whatever their modes.
    failed.length = before;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') failed.push(`${path}: ${message}`);
  }
}

/**
 * Returns a function that releases the lock. Node has no file locks, so an open SQLite transaction serves as
 * one, which ends with the process even when it is killed.
 * @throws {Error} when another process holds the lock, or when the lock file cannot be written
 */
export async function lockDataFolder(dataDir: string, waitMs = shutdownMs): Promise<() => void> {
  const { default: Sqlite } = await import('better-sqlite3');
  let lock: InstanceType<typeof Sqlite> | undefined;
  try {
    lock = new Sqlite(lockFile(dataDir), { timeout: waitMs });
    // The file is never written, so it needs no journal.
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
  } catch (cause) {
    lock?.close();
    if (!(cause instanceof Sqlite.SqliteError) || cause.code !== 'SQLITE_BUSY')
      throw unusable(dataDir, cause);
    throw new Error(
      `another Atrium server is using DATA_DIR ${dataDir}: stop it first, or give this one another folder`,
      { cause },
    );
  }
  const openLock = lock;
  return () => openLock.close();
}

/**
 * Creates no lock file.
 * @throws {Error} when another process has locked the folder
 */
export async function expectDataFolderUnlocked(dataDir: string): Promise<void> {
  if (!existsSync(lockFile(dataDir))) return;
  const release = await lockDataFolder(dataDir, 0);
  release();
}
