import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textOfFile } from '../shared/text-of-file.ts';
import { parseSealingKey, type SealingKey } from './sealing.ts';

/** The keys that seal stored secrets. The database never contains these keys. */
export interface SealingKeys {
  /** The file or the environment variable that contains the keys, for messages to an operator. */
  where: string;
  /**
   * Returns the keys. The first key seals, and all keys open. A file is read on each call, because a command
   * may have changed the keys.
   */
  read(): SealingKey[];
  /**
   * Adds a new first key and returns it. Absent when the keys are in the environment, which no program can
   * change.
   */
  add?(): SealingKey;
  /** Removes all keys except the first. Absent when the keys are in the environment. */
  removeOld?(): void;
}

export function openSealingKeys({
  SECRETS_KEY: given,
  DATA_DIR,
}: {
  SECRETS_KEY: readonly string[];
  DATA_DIR: string;
}): SealingKeys {
  if (given.length === 0) return keysInFile(join(DATA_DIR, 'secrets.key'));
  const keys = given.map((text) => parseKey(text, 'SECRETS_KEY'));
  return { where: 'SECRETS_KEY', read: () => keys };
}

function keysInFile(file: string): SealingKeys {
  const lines = () => linesOf(file);
  return {
    where: file,
    read: () => lines().map((line) => parseKey(line, file)),
    add: () => {
      const text = randomBytes(32).toString('base64url');
      replace(file, [text, ...lines()]);
      return parseKey(text, file);
    },
    removeOld: () => replace(file, lines().slice(0, 1)),
  };
}

function parseKey(text: string, where: string): SealingKey {
  const key = parseSealingKey(text);
  if (!key) throw new Error(`${where} must contain keys of 32 bytes in base64, and one is not`);
  return key;
}

function linesOf(file: string): string[] {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const lines = textOfFile(content, file)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new Error(`${file} is empty: put the key back from where you store a copy`);
  return lines;
}

/**
 * Replaces the content of the file. After a crash, the file has its old or its new content. The temporary
 * file has a fixed name, so that temporary files do not accumulate.
 */
function replace(file: string, lines: string[]): void {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  const handle = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(handle, `${header}${lines.join('\n')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  flushFolder(dirname(file));
}

const header = '# Opens the sealed values of the database. Keep a copy, but not beside the backups.\n';

function flushFolder(folder: string): void {
  // Windows cannot open a folder, and needs no flush for a renamed file.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
