import { hash } from 'node:crypto';

/**
 * The number of stored bytes of a text's SHA-1 hash. With a list of 500,000 texts, about one in two million
 * other texts has the hash of a listed text.
 */
const hashBytes = 5;
const checksumBytes = 20;

/** A list that stores only the sorted hashes of its texts. A lookup needs no index in memory. */
export class HashList {
  readonly #hashes: Buffer;

  private constructor(hashes: Buffer) {
    this.#hashes = hashes;
  }

  /**
   * Returns the content of a list file, which `from` reads: the hashes of the members, then a checksum of the
   * hashes.
   */
  static toFile(members: ReadonlySet<string>): Buffer {
    const sorted = Float64Array.from(members, hashOf).sort();
    const hashes = Buffer.alloc(sorted.length * hashBytes);
    for (const [index, value] of sorted.entries()) hashes.writeUIntBE(value, index * hashBytes, hashBytes);
    return Buffer.concat([hashes, hash('sha1', hashes, 'buffer')]);
  }

  /**
   * Reads a list from the content of its file.
   * @throws {Error} with a message of one line when the file is incomplete or damaged
   */
  static from(file: Buffer): HashList {
    const end = Math.max(0, file.length - checksumBytes);
    const hashes = file.subarray(0, end);
    if (!hash('sha1', hashes, 'buffer').equals(file.subarray(end))) throw new Error('it is damaged');
    return new HashList(hashes);
  }

  has(text: string): boolean {
    const wanted = hashOf(text);
    let first = 0;
    let end = this.#hashes.length / hashBytes;
    while (first < end) {
      const middle = Math.floor((first + end) / 2);
      const value = this.#hashes.readUIntBE(middle * hashBytes, hashBytes);
      if (value === wanted) return true;
      if (value < wanted) first = middle + 1;
      else end = middle;
    }
    return false;
  }
}

function hashOf(text: string): number {
  return hash('sha1', text, 'buffer').readUIntBE(0, hashBytes);
}
