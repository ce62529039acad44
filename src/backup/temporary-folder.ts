import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { buckets, pathExists } from './manifest.ts';

const prefix = '.passing-';
const lockName = 'in-use';
const withoutLockMs = 24 * 60 * 60_000;

/**
 * Calls `act` with a new temporary folder in `parent`, and returns the result. Afterwards deletes the folder, even if
 * the process is killed. Also deletes empty folders that did not exist before, and temporary folders that remain from a
 * power failure.
 */
export async function withTemporaryFolder<T>(
  parent: string,
  act: (folder: string) => Promise<T>,
): Promise<T> {
  const missing = await missingFolders(parent);
  const folder = join(resolve(parent), `${prefix}${crypto.randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = holdFolder(folder);
  const dismiss = deleteWhenKilled(folder);
  try {
    await sweepTemporaryFolders(parent);
    return await act(folder);
  } finally {
    release();
    await rm(folder, { recursive: true, force: true });
    dismiss();
    // `rmdir` fails for folders that are not empty. Such folders are kept.
    for (const one of missing) await rmdir(one).catch(() => {});
  }
}

/** Deletes the temporary folders in `parent` that no process uses. */
export async function sweepTemporaryFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Locks a file in the folder, which marks the folder as in use. The operating system releases the lock when
 * the process ends. Returns a function that releases the lock.
 */
function holdFolder(folder: string): () => void {
  let lock: BetterSqlite3.Database | undefined;
  try {
    lock = new BetterSqlite3(join(folder, lockName), { timeout: 0 });
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
  } catch {
    // Some network shares do not support locks. A folder whose file cannot be locked is never deleted as
    // abandoned.
  }
  return () => void lock?.close();
}

async function isAbandoned(folder: string): Promise<boolean> {
  const file = join(folder, lockName);
  if (!(await pathExists(file))) {
    // The folder was created a moment ago, or by an earlier version that wrote no lock files.
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
 * Starts a second process that deletes the folder if this process is killed. A killed process cannot delete anything,
 * and the files in the folder are not encrypted. When this process ends, the input of the second process ends too.
 * Returns a function that ends the second process.
 */
function deleteWhenKilled(folder: string): () => void {
  const program = `process.stdin.on('end', () => require('node:fs').rmSync(${JSON.stringify(folder)},
    { recursive: true, force: true, maxRetries: 5 })).resume()`;
  const watcher = spawn(process.execPath, ['-e', program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // The second process has its own process group, so that Ctrl-C does not end it too.
    detached: true,
    env: {},
  });
  // If the second process cannot start, the next command or the next start of the server deletes the folder.
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  (watcher.stdin as typeof watcher.stdin & { unref?(): void }).unref?.();
  return () => watcher.stdin.end();
}

async function missingFolders(parent: string): Promise<string[]> {
  const missing: string[] = [];
  for (const bucket of buckets)
    if (!(await pathExists(join(parent, bucket)))) missing.push(join(parent, bucket));
  for (let at = resolve(parent); !(await pathExists(at)); at = dirname(at)) missing.push(at);
  return missing;
}
