import { type FileHandle, open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** The size of the last record of an archive, without its comment. */
const endBytes = 22;
const maxComment = 65_535;
const endMark = Buffer.from('PK\x05\x06', 'latin1');
const entryMark = 0x02_01_4b_50;
const entryBytes = 46;
const localMark = 0x04_03_4b_50;
const localBytes = 30;
const maxDirectory = 4 * 1024 * 1024;
const [stored, deflated] = [0, 8];

export interface ZipEntry {
  /** The name, with `/` between folders. Some programs write and read `\`. */
  name: string;
  rawName: Buffer;
  method: number;
  isEncrypted: boolean;
  packedBytes: number;
  start: number;
}

/**
 * Returns the entries in the directory of a ZIP archive. Unpacks nothing. Returns undefined when the archive is damaged,
 * when its directory is larger than 4 MB, or when programs could find another directory or other entries in it.
 */
export async function readZipDirectory(path: string): Promise<ZipEntry[] | undefined> {
  const { size } = await stat(path);
  return withFile(path, async (file) => {
    const tailBytes = Math.min(size, endBytes + maxComment);
    const tail = await readAt(file, size - tailBytes, tailBytes);
    const at = tail.lastIndexOf(endMark);
    if (at < 0 || at + endBytes > tail.length) return undefined;
    const [onDisk, count, comment] = [8, 10, 20].map((place) => tail.readUInt16LE(at + place));
    const [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    const end = size - tailBytes + at;
    if (onDisk !== count || at + endBytes + comment! !== tail.length) return undefined;
    if (bytes > maxDirectory || start + bytes !== end) return undefined;
    const entries = entriesIn(await readAt(file, start, bytes));
    return entries?.length === count ? entries : undefined;
  });
}

/** Reads a directory to its end. Returns undefined when something else is in it. */
function entriesIn(directory: Buffer): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  for (let at = 0; at < directory.length; ) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== entryMark) return undefined;
    const [flags, method] = [8, 10].map((offset) => directory.readUInt16LE(at + offset));
    const [name, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    const rawName = directory.subarray(at + entryBytes, at + entryBytes + name!);
    entries.push({
      name: rawName.toString('utf8').replaceAll('\\', '/'),
      rawName,
      method: method!,
      isEncrypted: (flags! & 1) === 1,
      packedBytes: directory.readUInt32LE(at + 20),
      start: directory.readUInt32LE(at + 42),
    });
    at += entryBytes + name! + extra! + comment!;
    if (at > directory.length) return undefined;
  }
  return entries;
}

/**
 * Returns whether each entry has the same name in its own header as in the directory. Some programs read the one, some
 * the other.
 */
export function hasOneNameEach(path: string, entries: readonly ZipEntry[]): Promise<boolean> {
  return withFile(path, async (file) => {
    for (const { rawName, start } of entries) {
      const header = await readAt(file, start, localBytes + rawName.length);
      const isWhole = header.length === localBytes + rawName.length && header.readUInt32LE(0) === localMark;
      if (!isWhole || header.readUInt16LE(26) !== rawName.length) return false;
      if (!header.subarray(localBytes).equals(rawName)) return false;
    }
    return true;
  });
}

/** Returns the content of an entry. Returns undefined when it is larger than `maxBytes` or cannot be unpacked. */
export function readZipEntry(path: string, entry: ZipEntry, maxBytes: number): Promise<Buffer | undefined> {
  return withFile(path, async (file) => {
    const { method, isEncrypted, packedBytes, start } = entry;
    if (isEncrypted || packedBytes > maxBytes || ![stored, deflated].includes(method)) return undefined;
    const header = await readAt(file, start, localBytes);
    if (header.length < localBytes) return undefined;
    const from = start + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = await readAt(file, from, packedBytes);
    if (method === stored) return packed;
    return promisify(inflateRaw)(packed, { maxOutputLength: maxBytes }).catch(() => undefined);
  });
}

async function withFile<T>(path: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
