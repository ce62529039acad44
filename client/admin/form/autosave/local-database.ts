import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { AutosaveFiles } from './autosave-types.ts';

// Stored at every key press, because the page may close at any time. Forms work without this too, for example
// in a private window.

interface StoredAutosave {
  /** The panel shows the content to nobody else. */
  user: string;
  /** For example `jobs/new` or `jobs/7`. */
  place: string;
  /** Each opening has its own autosave, so that two tabs do not overwrite each other. */
  opening: string;
  /** In milliseconds. */
  at: number;
  content: unknown;
}

interface Schema extends DBSchema {
  entries: { key: string; value: StoredAutosave; indexes: { user: string } };
  files: { key: [string, string]; value: { opening: string; name: string; file: File } };
}

const storedForMs = 30 * 24 * 60 * 60 * 1000;
const maxFileBytes = 10 * 1024 * 1024;

let database: Promise<IDBPDatabase<Schema>> | undefined;

function openLocalStorage(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('atrium-journal', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'opening' }).createIndex('user', 'user');
      db.createObjectStore('files', { keyPath: ['opening', 'name'] });
    },
    // Closes this connection, so that a newer version of the panel in another tab can upgrade the database.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      database = undefined;
    },
  });
  database.catch(() => {
    database = undefined;
  });
  return database;
}

interface Reader {
  user: string;
  places: readonly string[];
  now: number;
}

/** Deletes all autosaves older than 30 days. */
export async function findAutosaves(reader: Reader): Promise<StoredAutosave[]> {
  const all = await (await openLocalStorage()).getAll('entries');
  for (const entry of all) if (isOld(entry, reader)) await removeAutosave(entry.opening);
  return all.filter((entry) => isOffered(entry, reader));
}

const isOld = ({ at }: Pick<StoredAutosave, 'at'>, { now }: Pick<Reader, 'now'>) => now - at > storedForMs;

/** To its author, at its place, for 30 days. */
export function isOffered(
  entry: Pick<StoredAutosave, 'user' | 'place' | 'at'>,
  { user, places, now }: Reader,
): boolean {
  return !isOld(entry, { now }) && entry.user === user && places.includes(entry.place);
}

export async function findAutosave(opening: string): Promise<StoredAutosave | undefined> {
  return (await openLocalStorage()).get('entries', opening);
}

export async function findAutosaveFiles(opening: string): Promise<AutosaveFiles> {
  const db = await openLocalStorage();
  const files = await db.getAll('files', filesOf(opening));
  return Object.fromEntries(files.map(({ name, file }) => [name, file]));
}

export async function putAutosave(entry: StoredAutosave): Promise<void> {
  await (await openLocalStorage()).put('entries', entry);
}

/** Replaces the pictures of an autosave. Leaves out pictures that are larger than 10 MB. */
export async function putAutosaveFiles(opening: string, files: AutosaveFiles): Promise<void> {
  const transaction = (await openLocalStorage()).transaction('files', 'readwrite');
  await transaction.store.delete(filesOf(opening));
  for (const [name, file] of Object.entries(files)) {
    if (file.size <= maxFileBytes) await transaction.store.put({ opening, name, file });
  }
  await transaction.done;
}

export async function removeAutosave(opening: string): Promise<void> {
  const db = await openLocalStorage();
  await Promise.all([db.delete('entries', opening), db.delete('files', filesOf(opening))]);
}

export async function removeAutosavesOfUser(user: string): Promise<void> {
  const db = await openLocalStorage();
  for (const opening of await db.getAllKeysFromIndex('entries', 'user', user)) await removeAutosave(opening);
}

function filesOf(opening: string): IDBKeyRange {
  return IDBKeyRange.bound([opening, ''], [opening, '\uffff']);
}

const prefix = 'atrium-form:';

/** The lock shows the other tabs that the form is open. It ends with the returned function, or with this tab. */
export function lockAutosave(opening: string): () => void {
  const end = Promise.withResolvers<void>();
  // Only on https and localhost.
  navigator.locks?.request(prefix + opening, () => end.promise).catch(() => {});
  return end.resolve;
}

/** Resolves at once without locks. Rejects when `signal` aborts. */
export async function whenAutosaveUnlocked(opening: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(prefix + opening, { mode: 'shared', signal }, () => {});
}
