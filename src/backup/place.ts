import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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

/** A folder for things on their way, on the disk where they shall stay. */
export async function passingFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, `.passing-${crypto.randomUUID()}`);
  await mkdir(folder, { recursive: true });
  return folder;
}
