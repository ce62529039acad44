import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

const sector = 512;

/**
 * A simulated disk of a SQLite database in WAL mode. Data that is not flushed may be lost in a power failure.
 */
export interface LosableDisk {
  sync(fd: number): Promise<void>;
  /**
   * Makes SQLite copy the log into the database. SQLite flushes the log before the copy, and the database after the
   * copy.
   */
  checkpoint(mode: 'passive' | 'restart' | 'truncate'): void;
  /**
   * Returns the stored keys after a power failure at this moment.
   * @throws {Error} when the remaining data is damaged
   */
  keysAfterLoss(): string[];
  close(): void;
}

/**
 * Simulates the disk. Flushed data survives a power failure. Each sector that was written after the last
 * flush may or may not survive. The database must not start checkpoints by itself. `onFlush` is called before
 * and after each flush.
 */
export function openLosableDisk(file: string, random: () => number, onFlush: () => void): LosableDisk {
  // The file remains open until the end, because closing it would release SQLite's locks on the file.
  const data = openSync(file, 'r');
  const checkpointer = new BetterSqlite3(file);
  const image = `${file}-after-loss`;
  let log: number | undefined;
  let flushed: { data: Buffer; log: Buffer } = { data: readWhole(data), log: Buffer.alloc(0) };

  return {
    sync: async (fd) => {
      log = fd;
      const written = readWhole(fd);
      onFlush();
      await new Promise((next) => setImmediate(next));
      fdatasyncSync(fd);
      flushed = { ...flushed, log: written };
      onFlush();
    },
    checkpoint: (mode) => {
      checkpointer.pragma(`wal_checkpoint(${mode})`);
      if (log !== undefined) flushed = { data: readWhole(data), log: readWhole(log) };
    },
    keysAfterLoss: () => {
      const left = log === undefined ? flushed.log : tear(flushed.log, readWhole(log), random);
      mkdirSync(image);
      writeFileSync(join(image, 'db'), flushed.data);
      writeFileSync(join(image, 'db-wal'), left);
      const database = new BetterSqlite3(join(image, 'db'));
      try {
        const verdict = database.pragma('integrity_check', { simple: true });
        if (verdict !== 'ok') throw new Error(`what is left is damaged: ${verdict}`);
        return database.prepare<[], string>('select key from kept_answers').pluck().all();
      } finally {
        database.close();
        rmSync(image, { recursive: true });
      }
    },
    close: () => {
      checkpointer.close();
      closeSync(data);
    },
  };
}

/**
 * Returns a possible state of a file after a power failure: each sector has either its flushed or its later
 * content.
 */
function tear(flushed: Buffer, written: Buffer, random: () => number): Buffer {
  const share = Math.floor(random() * 3) / 2;
  const length = random() < 0.5 ? flushed.length : Math.max(flushed.length, written.length);
  const left = Buffer.alloc(length);
  flushed.copy(left);
  for (let at = 0; at < length; at += sector)
    if (at < written.length && random() < share) written.copy(left, at, at, Math.min(at + sector, length));
  return left;
}

function readWhole(fd: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(fd).size);
  readSync(fd, bytes, 0, bytes.length, 0);
  return bytes;
}
