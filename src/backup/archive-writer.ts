import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Header } from 'tar';
import { type Manifest, manifestName, type Part, sealName } from './manifest.ts';

const blockBytes = 512;

export interface ArchiveWriter {
  /** @throws when the content is shorter or longer than `bytes` */
  add(name: string, bytes: number, content: AsyncIterable<Buffer>): Promise<Part>;
  /** Flushes the archive to the disk, so that it survives a power failure. */
  finish(manifest: Manifest): Promise<void>;
  close(): Promise<void>;
}

/** Compresses each part of the tar file separately, so that damage affects only one named part. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  // The archive contains the whole database, so only its owner may read it.
  const handle = await open(file, 'wx', 0o600);
  const add = async (name: string, bytes: number, content: AsyncIterable<Buffer>) => {
    await writeAll(handle, headerOf(name, bytes));
    const hash = createHash('sha256');
    let written = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      written += chunk.length;
      await writeAll(handle, chunk);
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes and not ${bytes}`);
    await writeAll(handle, Buffer.alloc(-bytes & (blockBytes - 1)));
    return { name, bytes, sha256: hash.digest('hex') };
  };
  return {
    add,
    finish: async (manifest) => {
      const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      const { sha256 } = await add(manifestName, text.length, once(text));
      await add(sealName, sha256.length, once(Buffer.from(sha256)));
      await writeAll(handle, Buffer.alloc(2 * blockBytes));
      await handle.sync();
    },
    close: () => handle.close(),
  };
}

function headerOf(path: string, size: number): Buffer {
  const header = new Header({ path, size, type: 'File', mode: 0o600, mtime: new Date(0), uid: 0, gid: 0 });
  const block = Buffer.alloc(blockBytes);
  if (header.encode(block, 0)) throw new Error(`${path} is too long a name for an archive`);
  return block;
}

async function* once(content: Buffer): AsyncIterable<Buffer> {
  yield content;
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await handle.write(bytes, done)).bytesWritten;
}
