import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { buckets, isThere } from './target.ts';

const prefix = '.passing-';
const lockName = 'in-use';
const withoutLockMs = 24 * 60 * 60_000;

/**
 * Calls `act` with a temporary folder in `parent`. Deletes this folder afterwards, however the process ends, and the
 * parent folders that were created for it. Also deletes folders that remained after a power failure.
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
    // `rmdir` fails for folders that are not empty.
    for (const one of missing) await rmdir(one).catch(() => {});
  }
}

/** Deletes the temporary folders that no process uses. */
export async function sweepTemporaryFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    if (await isAbandoned(folder)) await rm(folder, { recursive: true, force: true });
  }
}

/** The operating system releases this lock when the process ends. Some network shares have no locks. */
function holdFolder(folder: string): () => void {
  let lock: BetterSqlite3.Database | undefined;
  try {
    lock = new BetterSqlite3(join(folder, lockName), { timeout: 0 });
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
  } catch {
    // A folder whose lock nobody can take is never deleted as abandoned.
  }
  return () => void lock?.close();
}

async function isAbandoned(folder: string): Promise<boolean> {
  const file = join(folder, lockName);
  if (!(await isThere(file))) {
    // A folder without a lock file was created just now or by an earlier version.
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
 * A killed process cannot delete anything, and its unpacked files are not encrypted. A second process sees its pipe
 * close and deletes the folder.
 */
function deleteWhenKilled(folder: string): () => void {
  const program = `process.stdin.on('end', () => require('node:fs').rmSync(${JSON.stringify(folder)},
    { recursive: true, force: true, maxRetries: 5 })).resume()`;
  const watcher = spawn(process.execPath, ['-e', program], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a process group of its own, so that Ctrl-C does not end it too.
    detached: true,
    env: {},
  });
  // Without the second process, the next command or start deletes the folder.
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  (watcher.stdin as typeof watcher.stdin & { unref?(): void }).unref?.();
  return () => watcher.stdin.end();
}

async function missingFolders(parent: string): Promise<string[]> {
  const missing: string[] = [];
  for (const bucket of buckets)
    if (!(await isThere(join(parent, bucket)))) missing.push(join(parent, bucket));
  for (let at = resolve(parent); !(await isThere(at)); at = dirname(at)) missing.push(at);
  return missing;
}
