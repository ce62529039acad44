import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { makeFolder } from '../shared/make-folder.ts';
import { fileBuckets, pathExists } from './manifest.ts';

const prefix = '.passing-';
const lockName = 'in-use';
const withoutLockMs = 24 * 60 * 60_000;

/**
 * The folder in `parent` is deleted afterwards, even if the process is killed. So are folders made for it,
 * and those left by a power failure.
 * @throws {Error} that names `parent` when nothing can be written in it
 */
export async function withTemporaryFolder<T>(
  parent: string,
  act: (folder: string) => Promise<T>,
): Promise<T> {
  const missing = await missingFolders(parent);
  const folder = join(resolve(parent), `${prefix}${crypto.randomUUID()}`);
  try {
    await makeFolder(parent);
    await mkdir(folder, { mode: 0o700 });
  } catch (cause) {
    const { code = cause } = cause as NodeJS.ErrnoException;
    throw new Error(`nothing can be written in ${parent} (${code})`, { cause });
  }
  const release = holdFolder(folder);
  const dismiss = deleteWhenKilled(folder);
  try {
    await sweepTemporaryFolders(parent);
    return await act(folder);
  } finally {
    release();
    await rm(folder, { recursive: true, force: true });
    dismiss();
    // Fails for folders that are not empty, which are kept.
    for (const one of missing) await rmdir(one).catch(() => {});
  }
}

export async function sweepTemporaryFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true });
  }
}

/** A locked file marks the folder as in use. The lock ends with the process. */
function holdFolder(folder: string): () => void {
  let lock: BetterSqlite3.Database | undefined;
  try {
    lock = new BetterSqlite3(join(folder, lockName), { timeout: 0 });
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
  } catch {
    // Some network shares do not support locks. A folder without a lock is never deleted as abandoned.
  }
  return () => void lock?.close();
}

async function isAbandoned(folder: string): Promise<boolean> {
  const file = join(folder, lockName);
  if (!(await pathExists(file))) {
    // The folder is new, or of an earlier version, which wrote no lock files.
    const facts = await stat(folder).catch(() => undefined);
    return facts !== undefined && Date.now() - facts.mtimeMs > withoutLockMs;
  }
  let lock: BetterSqlite3.Database | undefined;
  try {
    lock = new BetterSqlite3(file, { timeout: 0 });
    lock.exec('begin exclusive');
    return true;
  } catch {
    return false;
  } finally {
    lock?.close();
  }
}

/**
 * The files are not encrypted, so a second process deletes the folder if this one is killed: its input then
 * ends.
 */
function deleteWhenKilled(folder: string): () => void {
  const program = `process.stdin.on('end', () => require('node:fs').rmSync(${JSON.stringify(folder)},
    { recursive: true, force: true, maxRetries: 5 })).resume()`;
  const watcher = spawn(process.execPath, ['-e', program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Its own process group, so that Ctrl-C does not end it too.
    detached: true,
    env: {},
  });
  // If it cannot start, the next command or start of the server deletes the folder.
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  (watcher.stdin as typeof watcher.stdin & { unref?(): void }).unref?.();
  return () => watcher.stdin.end();
}

async function missingFolders(parent: string): Promise<string[]> {
  const missing: string[] = [];
  for (const bucket of fileBuckets)
    if (!(await pathExists(join(parent, bucket)))) missing.push(join(parent, bucket));
  for (let at = resolve(parent); !(await pathExists(at)); at = dirname(at)) missing.push(at);
  return missing;
}
