import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Decrypter, Encrypter } from 'age-encryption';
import { textOfFile } from '../shared/text-of-file.ts';

const magic = 'age-encryption.org/';
/** In characters. Computers can guess a shorter phrase that a person can remember. */
const shortestPassphrase = 16;
/** 2^17 rounds need 134 MB. The library's default, 2^18, would double the peak memory of a backup. */
const scryptWorkFactor = 17;

/** Without recipients and passphrase file, a backup is not encrypted. */
export interface EncryptionKeys {
  recipients: readonly string[];
  passphraseFile?: string | undefined;
}

export interface DecryptionKeys {
  identityFile?: string | undefined;
  passphraseFile?: string | undefined;
}

/**
 * Returns undefined without recipients and passphrase.
 * @throws {Error} when both are given, or when one is invalid
 */
export async function createEncrypter({
  recipients,
  passphraseFile,
}: EncryptionKeys): Promise<Encrypter | undefined> {
  if (recipients.length === 0 && !passphraseFile) return undefined;
  if (recipients.length > 0 && passphraseFile) {
    throw new Error('a backup is encrypted either for recipients or with a passphrase, not with both');
  }
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    await orExplain(`${recipient} is no age recipient`, () => encrypter.addRecipient(recipient));
  }
  if (passphraseFile) {
    const passphrase = await readPassphrase(passphraseFile);
    if (passphrase.length < shortestPassphrase) {
      throw new Error(`the passphrase in ${passphraseFile} has fewer than ${shortestPassphrase} characters`);
    }
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(scryptWorkFactor);
  }
  return encrypter;
}

/**
 * Writes a new identity (the private key that opens backups) and returns its recipient (the public key that
 * encrypts them).
 * @throws {Error} when the file already exists or cannot be written
 */
export async function createIdentityFile(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# Opens the backups for ${recipient}. Keep it away from the server and from the backups.\n${identity}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Error(`${file} is there already`, { cause: error }) : error;
    },
  );
  return recipient;
}

/**
 * Decrypts a backup; one that isn't encrypted comes unchanged.
 * @throws {Error} with a one-line message when the key is missing or wrong, or when the file is missing or
 * damaged
 */
export async function openBackupFile(file: string, opening: DecryptionKeys): Promise<AsyncIterable<Buffer>> {
  if (!(await isEncrypted(file))) return createReadStream(file);
  const decrypter = await createDecrypter(file, opening);
  const encrypted = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const plain = await decrypter.decrypt(encrypted).catch((error: Error) => {
    const isForOthers = /no identity matched/.test(error.message);
    throw new Error(
      isForOthers
        ? `${file} does not open with ${opening.identityFile ?? opening.passphraseFile}: it was made ${opening.identityFile ? 'for somebody else' : 'with another passphrase, or for an identity'}`
        : `${file} is damaged: its first lines are not those of an encrypted backup`,
      { cause: error },
    );
  });
  return orDamaged(file, plain);
}

async function* orDamaged(file: string, plain: ReadableStream<Uint8Array>): AsyncIterable<Buffer> {
  let seen = 0;
  try {
    for await (const chunk of plain) {
      seen += chunk.length;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    }
  } catch (cause) {
    throw new Error(`${file} is damaged or cut off: only its first ${seen} bytes can be decrypted`, {
      cause,
    });
  }
}

async function isEncrypted(file: string): Promise<boolean> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === magic;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`there is no file ${file}`);
    throw error;
  } finally {
    await handle?.close();
  }
}

async function createDecrypter(
  file: string,
  { identityFile, passphraseFile }: DecryptionKeys,
): Promise<Decrypter> {
  if (!identityFile && !passphraseFile) {
    throw new Error(
      `${file} is encrypted: give --identity FILE, or --passphrase-file FILE if it was made with a passphrase`,
    );
  }
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  if (passphraseFile) {
    decrypter.addPassphrase(await readPassphrase(passphraseFile));
    // Earlier versions took the byte order mark of the file for a part of the passphrase.
    const asBefore = await readFile(passphraseFile, 'utf8');
    if (asBefore.startsWith('\ufeff')) decrypter.addPassphrase(asBefore.split(/\r?\n/, 1)[0]!);
  }
  if (identityFile) {
    const lines = (await readText(identityFile)).split('\n').map((line) => line.trim());
    const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
    if (identities.length === 0) throw new Error(`${identityFile} contains no identity`);
    for (const identity of identities) {
      await orExplain(`${identityFile} contains a line that is no age identity`, () =>
        decrypter.addIdentity(identity),
      );
    }
  }
  return decrypter;
}

async function readPassphrase(file: string): Promise<string> {
  const [first = ''] = (await readText(file)).split(/\r?\n/);
  if (first === '') throw new Error(`${file} has no passphrase on its first line`);
  return first;
}

async function readText(file: string): Promise<string> {
  const content = await readFile(file).catch((cause: Error) => {
    throw new Error(`${file} cannot be read: ${cause.message}`, { cause });
  });
  return textOfFile(content, file);
}

/** Leaves out the original message, because it may contain a secret. */
async function orExplain(what: string, act: () => void): Promise<void> {
  try {
    act();
  } catch {
    throw new Error(what);
  }
}
