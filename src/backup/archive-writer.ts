import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Encrypter } from 'age-encryption';
import { Header } from 'tar';
import { type Manifest, manifestName, type Part, sealName } from './manifest.ts';

const blockBytes = 512;

export interface ArchiveWriter {
  /** Adds a part with `content`. @throws when the content is shorter or longer than `bytes` */
  add(name: string, bytes: number, content: AsyncIterable<Buffer>): Promise<Part>;
  /** Flushes the archive to the disk, so that it survives a power failure. */
  finish(manifest: Manifest): Promise<void>;
  close(): Promise<void>;
}

/**
 * Compresses each part of the tar file separately, so that damage to a plain archive affects only one named part.
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
      await add(sealName, sha256.length, once(Buffer.from(sha256)));
      await sink.write(Buffer.alloc(2 * blockBytes));
      await sink.end();
      await handle.sync();
    },
    close: () => handle.close(),
  };
}

/** Returns the block before the content of a file. @throws when the name is too long for it */
export function archiveHeader(path: string, size: number): Buffer {
  const header = new Header({ path, size, type: 'File', mode: 0o600, mtime: new Date(0), uid: 0, gid: 0 });
  const block = Buffer.alloc(blockBytes);
  if (header.encode(block, 0)) throw new Error(`${path} is too long a name for an archive`);
  return block;
}

/** Returns the zeros that fill the last block of a file. */
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

/** Each write waits until the disk has taken the previous one, so memory stays bounded. */
async function encryptInto(handle: FileHandle, encrypter: Encrypter): Promise<Sink> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const encrypted = await encrypter.encrypt(readable);
  const storing = (async () => {
    for await (const chunk of encrypted) await writeAll(handle, chunk);
  })();
  storing.catch(() => {});
  const writer = writable.getWriter();
  // Prefers the error of the disk, because it says more than that of the stream.
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
