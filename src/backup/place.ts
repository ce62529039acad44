import { access, mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Storage } from '../media/storage.ts';

/** The kinds of files that a house keeps, and the folder of each in an archive. */
export const rooms = ['uploads', 'private'] as const;
export type Room = (typeof rooms)[number];

/** Where a house keeps what it knows. */
export interface Place {
  dataDir: string;
  /** `postgres://…`; without it SQLite in `dataDir`. */
  url: string | undefined;
  rooms: Record<Room, Storage>;
  /** The tables that hold rows of their own; others are kept by triggers. */
  tables: readonly string[];
  /** The migrations that this program knows, in their order. */
  migrations: readonly string[];
  /** The columns that name kept files, by the room they lie in. */
  fileColumns: readonly FileColumn[];
  /** Makes the tables of an empty PostgreSQL, up to a migration. */
  makeTables(url: string, last: string | undefined): Promise<void>;
}

export interface FileColumn {
  table: string;
  column: string;
  room: Room;
}

/** The SQLite file of a data folder. */
export const sqliteFile = (dataDir: string) => join(dataDir, 'atrium.sqlite');

/** The part of a file that a row names; an address elsewhere, or nothing, names none. */
export function partNamed({ room }: FileColumn, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const key = room === 'uploads' ? /^uploads\/(\w[\w.-]*)$/.exec(value)?.[1] : value;
  return key && `${room}/${key}`;
}

/**
 * Runs an act with a folder for things on their way, on the disk where they shall stay, and returns what it returns. Afterwards that folder is
 * gone, and with it each folder of the place that was not there before and is empty.
 */
export async function withPassingFolder<T>(dataDir: string, act: (folder: string) => Promise<T>): Promise<T> {
  const missing = await missingFolders(dataDir);
  const folder = join(dataDir, `.passing-${crypto.randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    // Only what is empty goes: `rmdir` refuses anything else.
    for (const one of missing) await rmdir(one).catch(() => {});
  }
}

/** The folders of a place that are not there yet, the innermost first. */
async function missingFolders(dataDir: string): Promise<string[]> {
  const missing: string[] = [];
  for (const room of rooms) if (!(await isThere(join(dataDir, room)))) missing.push(join(dataDir, room));
  for (let at = resolve(dataDir); !(await isThere(at)); at = dirname(at)) missing.push(at);
  return missing;
}

/** Whether there is a file or folder of this name. */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
