import { hash } from 'node:crypto';

const mark = 'BLOOM001';
const headBytes = 16;

/**
 * A set that never forgets a member and takes a stranger for one with a probability of 0.5 to the power of
 * `lookups`, when it was made with lookups / ln 2 bits for each member.
 */
export class BloomFilter {
  readonly #bytes: Uint8Array;
  readonly #lookups: number;
  readonly #bits: number;

  private constructor(bytes: Uint8Array, lookups: number) {
    this.#bytes = bytes;
    this.#lookups = lookups;
    this.#bits = bytes.length * 8;
  }

  static of(members: ReadonlySet<string>, { bitsEach, lookups }: { bitsEach: number; lookups: number }) {
    const filter = new BloomFilter(new Uint8Array(Math.ceil((members.size * bitsEach) / 8) || 1), lookups);
    for (const member of members) filter.#add(member);
    return filter;
  }

  /** @throws {Error} with one line when this is not the whole file of a filter */
  static from(file: Buffer): BloomFilter {
    const isFilter = file.length > headBytes && file.toString('latin1', 0, mark.length) === mark;
    if (!isFilter || file.readUInt32LE(12) !== file.length - headBytes) throw new Error('it is damaged');
    return new BloomFilter(file.subarray(headBytes), file.readUInt32LE(8));
  }

  toFile(): Buffer {
    const head = Buffer.alloc(headBytes);
    head.write(mark, 'latin1');
    head.writeUInt32LE(this.#lookups, 8);
    head.writeUInt32LE(this.#bytes.length, 12);
    return Buffer.concat([head, this.#bytes]);
  }

  has(text: string): boolean {
    return this.#everyPlace(text, (byte, bit) => (this.#bytes[byte]! & bit) !== 0);
  }

  #add(text: string): void {
    this.#everyPlace(text, (byte, bit) => {
      this.#bytes[byte]! |= bit;
      return true;
    });
  }

  /**
   * Two halves of one hash give all places. The cube keeps two texts from sharing a row of places. It makes no
   * list of them, because the build asks for millions.
   */
  #everyPlace(text: string, isWanted: (byte: number, bit: number) => boolean): boolean {
    const digest = hash('sha1', text, 'buffer');
    const first = digest.readUInt32LE(0);
    const second = digest.readUInt32LE(4);
    for (let i = 0; i < this.#lookups; i += 1) {
      const place = (first + i * second + i ** 3) % this.#bits;
      if (!isWanted(place >> 3, 1 << (place & 7))) return false;
    }
    return true;
  }
}
