import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sealingKeyOf } from '../shared/sealed-text.ts';
import { textOfFile } from '../shared/text-of-file.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

interface SealingKey {
  /** Reveals nothing about the bytes. */
  id: string;
  bytes: Buffer;
}

/** 32 bytes in base64, base64url or hexadecimal digits. Undefined for anything else. */
export function parseSealingKey(text: string): SealingKey | undefined {
  const bytes = Buffer.from(text, /^[\da-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (bytes.length !== 32) return undefined;
  const id = createHash('sha256').update('atrium sealing key').update(bytes).digest('hex').slice(0, 8);
  return { id, bytes };
}

/** Encrypts and authenticates. `place` is where the text is stored, and only there can it be opened. */
export function seal(key: SealingKey, place: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key.bytes, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `sealed.${key.id}.${sealed.toString('base64url')}`;
}

/** @throws {Error} when the key is missing, or the value was changed or belongs to another place */
export function unseal(keys: readonly SealingKey[], place: string, value: string): string {
  const id = sealingKeyOf(value);
  const key = keys.find((one) => one.id === id);
  if (!key) throw new Error(`${place} is sealed with the key ${id}, which is not here`);
  const sealed = Buffer.from(value.slice(`sealed.${id}.`.length), 'base64url');
  const decipher = createDecipheriv(algorithm, key.bytes, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return (
      decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch (cause) {
    throw new Error(`${place} was changed after it was sealed`, { cause });
  }
}

/** The database never has these. */
export interface SealingKeys {
  /** The file or the environment variable, for messages to an operator. */
  where: string;
  /** The first key seals, all open. A file is read on each call, because a command may have changed it. */
  read(): SealingKey[];
  /** A new first key. Absent for keys in the environment, which no program can change. */
  add?(): void;
  /** All but the first. Absent for keys in the environment. */
  removeOld?(): void;
}

export function openSealingKeys({
  SECRETS_KEY: texts,
  DATA_DIR,
}: {
  SECRETS_KEY: readonly string[];
  DATA_DIR: string;
}): SealingKeys {
  if (texts.length === 0) return keysInFile(join(DATA_DIR, 'secrets.key'));
  const keys = texts.map((text) => parseKey(text, 'SECRETS_KEY'));
  return { where: 'SECRETS_KEY', read: () => keys };
}

export function expectSealingKeys(keys: SealingKeys): readonly [SealingKey, ...SealingKey[]] {
  const [first, ...more] = keys.read();
  if (!first) throw new Error(`there is no sealing key: ${keys.where} holds none`);
  return [first, ...more];
}

function keysInFile(file: string): SealingKeys {
  const lines = () => linesOf(file);
  return {
    where: file,
    read: () => lines().map((line) => parseKey(line, file)),
    add: () => replace(file, [randomBytes(32).toString('base64url'), ...lines()]),
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

/** A crash leaves the old or the new content. One fixed name, so that temporary files do not pile up. */
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
