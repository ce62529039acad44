import { access, mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Storage } from '../media/storage.ts';

export const rooms = ['uploads', 'private'] as const;
export type Room = (typeof rooms)[number];

/** The database and the files of one installation. */
export interface Place {
  dataDir: string;
  /** `postgres://…`. Without it: SQLite in `dataDir`. */
  url: string | undefined;
  rooms: Record<Room, Storage>;
  /** The tables whose rows are copied. Triggers fill the others. */
  tables: readonly string[];
  migrations: readonly string[];
  /** The columns that name stored files, by kind of file. */
  fileColumns: readonly FileColumn[];
  /** Creates the tables of an empty PostgreSQL database, up to a migration. */
  makeTables(url: string, last: string | undefined): Promise<void>;
}

export interface FileColumn {
  table: string;
  column: string;
  room: Room;
}

export const sqliteFile = (dataDir: string) => join(dataDir, 'atrium.sqlite');

/** Returns the part with the file that a row names; nothing for an address elsewhere or an empty value. */
export function partNamed({ room }: FileColumn, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const key = room === 'uploads' ? /^uploads\/(\w[\w.-]*)$/.exec(value)?.[1] : value;
  return key && `${room}/${key}`;
}

/**
 * Runs `act` with a temporary folder on the disk of `dataDir`, and returns what it returns. Afterwards it removes that folder,
 * and each folder that it had to create and that is empty.
 */
export async function withPassingFolder<T>(dataDir: string, act: (folder: string) => Promise<T>): Promise<T> {
  const missing = await missingFolders(dataDir);
  const folder = join(dataDir, `.passing-${crypto.randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    // `rmdir` refuses folders that are not empty.
    for (const one of missing) await rmdir(one).catch(() => {});
  }
}

/** Returns the parts of a path that do not exist yet, the innermost first. */
async function missingFolders(dataDir: string): Promise<string[]> {
  const missing: string[] = [];
  for (const room of rooms) if (!(await isThere(join(dataDir, room)))) missing.push(join(dataDir, room));
  for (let at = resolve(dataDir); !(await isThere(at)); at = dirname(at)) missing.push(at);
  return missing;
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
