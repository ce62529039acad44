import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { AutosaveFiles } from './autosave-types.ts';

// Unsaved input is stored as an autosave in this browser, because the page may close or crash at any time. Text is
// stored at every key press. Pictures are stored separately, because they change rarely. If the browser cannot store
// anything, for example in a private window or on a full disk, forms work without autosaves.

/** The latest content of a form, as this browser stores it. */
interface StoredAutosave {
  /** The person who typed the content. The panel shows the content to nobody else. */
  user: string;
  /** The name of the form with the id of its row, for example `jobs/new` or `jobs/7`. */
  place: string;
  /**
   * Identifies one opening of the form. Each opening has its own autosave, so that two tabs do not overwrite
   * each other's input.
   */
  opening: string;
  /** The time of the last change, in milliseconds. */
  at: number;
  /** The state of the form as a plain object, without pictures and passwords. */
  content: unknown;
}

interface Schema extends DBSchema {
  entries: { key: string; value: StoredAutosave; indexes: { user: string } };
  files: { key: [string, string]; value: { opening: string; name: string; file: File } };
}

const storedForMs = 30 * 24 * 60 * 60 * 1000;
const maxFileBytes = 10 * 1024 * 1024;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function openLocalStorage(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('atrium-journal', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'opening' }).createIndex('user', 'user');
      db.createObjectStore('files', { keyPath: ['opening', 'name'] });
    },
    // Closes this connection, so that a newer version of the panel in another tab can upgrade the database.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Returns the autosaves of a person for a form, the newest first. Deletes all autosaves older than 30 days. */
export async function findAutosaves(user: string, form: string, now: number): Promise<StoredAutosave[]> {
  const db = await openLocalStorage();
  const all = await db.getAll('entries');
  const old = all.filter(({ at }) => now - at > storedForMs);
  for (const { opening } of old) await removeAutosave(opening);
  return all
    .filter((entry) => !old.includes(entry) && entry.user === user && entry.place === form)
    .sort((a, b) => b.at - a.at);
}

export async function findAutosave(opening: string): Promise<StoredAutosave | undefined> {
  return (await openLocalStorage()).get('entries', opening);
}

/** Returns the pictures of an autosave. */
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

/** Deletes all autosaves of a person in this browser. */
export async function removeAutosavesOfUser(user: string): Promise<void> {
  const db = await openLocalStorage();
  for (const opening of await db.getAllKeysFromIndex('entries', 'user', user)) await removeAutosave(opening);
}

function filesOf(opening: string): IDBKeyRange {
  return IDBKeyRange.bound([opening, ''], [opening, '\uffff']);
}

const prefix = 'atrium-form:';

/**
 * Locks an opening of a form, so that the other tabs of this browser see that the form is open. The lock ends
 * when the returned function is called, or when this tab closes or crashes.
 */
export function lockAutosave(opening: string): () => void {
  const end = Promise.withResolvers<void>();
  // Browsers offer locks only on https and localhost. On other pages, the other tabs do not see that the form
  // is open.
  navigator.locks?.request(prefix + opening, () => end.promise).catch(() => {});
  return end.resolve;
}

/**
 * Resolves when no tab holds the lock of the opening any more. If the browser does not support locks, resolves at once.
 * Rejects when `signal` aborts.
 */
export async function whenAutosaveUnlocked(opening: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(prefix + opening, { mode: 'shared', signal }, () => {});
}
