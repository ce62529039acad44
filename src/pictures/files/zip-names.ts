import { open, stat } from 'node:fs/promises';

/** The size of the last record of an archive, without its comment. */
const endBytes = 22;
const maxComment = 65_535;
const endMark = Buffer.from('PK\x05\x06', 'latin1');
const entryMark = 0x02_01_4b_50;
const entryBytes = 46;
const maxDirectory = 4 * 1024 * 1024;

/**
 * Returns the names in the directory of a ZIP archive. Unpacks nothing. Returns undefined when the archive is
 * damaged or its directory is larger than 4 MB.
 */
export async function readZipNames(path: string): Promise<string[] | undefined> {
  const { size } = await stat(path);
  const file = await open(path);
  const read = async (from: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  };
  try {
    const tailBytes = Math.min(size, endBytes + maxComment);
    const tail = await read(size - tailBytes, tailBytes);
    const at = tail.lastIndexOf(endMark);
    if (at < 0 || at + endBytes > tail.length) return undefined;
    const [count, bytes, start] = [
      tail.readUInt16LE(at + 10),
      tail.readUInt32LE(at + 12),
      tail.readUInt32LE(at + 16),
    ];
    if (bytes > maxDirectory || start + bytes > size) return undefined;
    return namesIn(await read(start, bytes), count);
  } finally {
    await file.close();
  }
}

function namesIn(directory: Buffer, count: number): string[] | undefined {
  const names: string[] = [];
  for (let at = 0; names.length < count; ) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== entryMark) return undefined;
    const [name, extra, comment] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    names.push(directory.toString('utf8', at + entryBytes, at + entryBytes + name!));
    at += entryBytes + name! + extra! + comment!;
  }
  return names;
}
