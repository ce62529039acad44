import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Encrypter } from 'age-encryption';
import { Header } from 'tar';
import { type Manifest, manifestName, type Part, manifestHashName } from './manifest.ts';

const blockBytes = 512;

export interface ArchiveWriter {
  /**
   * Adds a part to the archive. Returns its name, size and hash.
   * @throws {Error} when `content` has more or fewer bytes than `bytes`, or when `name` is too long for a tar
   * header
   */
  add(name: string, bytes: number, content: AsyncIterable<Buffer>): Promise<Part>;
  /**
   * Adds the manifest and its hash, ends the archive and flushes the file to the disk. The archive then
   * survives a power failure.
   */
  finish(manifest: Manifest): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a tar archive in a new file. The tar file as a whole is not compressed, so damage to an unencrypted
 * archive affects only the damaged part.
 * @throws {Error} when `file` already exists
 */
export async function createArchive(file: string, encrypter?: Encrypter): Promise<ArchiveWriter> {
  // The archive contains the whole database, so only its owner may read it.
  const handle = await open(file, 'wx', 0o600);
  const sink = encrypter ? await encryptInto(handle, encrypter) : plainSink(handle);
  const add = async (name: string, bytes: number, content: AsyncIterable<Buffer>) => {
    await sink.write(archiveHeader(name, bytes));
    const hash = createHash('sha256');
    let written = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      written += chunk.length;
      await sink.write(chunk);
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes and not ${bytes}`);
    await sink.write(archivePadding(bytes));
    return { name, bytes, sha256: hash.digest('hex') };
  };
  return {
    add,
    finish: async (manifest) => {
      const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      const { sha256 } = await add(manifestName, text.length, once(text));
      await add(manifestHashName, sha256.length, once(Buffer.from(sha256)));
      await sink.write(Buffer.alloc(2 * blockBytes));
      await sink.end();
      await handle.sync();
    },
    close: () => handle.close(),
  };
}

/**
 * Returns the tar header of a file: the block before its content.
 * @throws {Error} when the path is too long for the header
 */
export function archiveHeader(path: string, size: number): Buffer {
  const header = new Header({ path, size, type: 'File', mode: 0o600, mtime: new Date(0), uid: 0, gid: 0 });
  const block = Buffer.alloc(blockBytes);
  if (header.encode(block, 0)) throw new Error(`${path} is too long a name for an archive`);
  return block;
}

/**
 * Returns the zero bytes that complete the last block of a file of `bytes` bytes. Returns an empty buffer
 * when the last block is full.
 */
export function archivePadding(bytes: number): Buffer {
  return Buffer.alloc(-bytes & (blockBytes - 1));
}

async function* once(content: Buffer): AsyncIterable<Buffer> {
  yield content;
}

interface Sink {
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
}

function plainSink(handle: FileHandle): Sink {
  return { write: (bytes) => writeAll(handle, bytes), end: async () => {} };
}

/**
 * Creates a sink that encrypts. A write waits until earlier bytes are encrypted and written to the file,
 * which limits the memory in use.
 */
async function encryptInto(handle: FileHandle, encrypter: Encrypter): Promise<Sink> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const encrypted = await encrypter.encrypt(readable);
  const storing = (async () => {
    for await (const chunk of encrypted) await writeAll(handle, chunk);
  })();
  storing.catch(() => {});
  const writer = writable.getWriter();
  // If writing to the file has failed, throws the error of the file, because it is more specific than the error of the
  // stream.
  const orReason = (error: unknown) => storing.then(() => Promise.reject(error));
  return {
    write: (bytes) => writer.write(bytes).catch(orReason),
    end: async () => {
      await writer.close().catch(orReason);
      await storing;
    },
  };
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten;
}
