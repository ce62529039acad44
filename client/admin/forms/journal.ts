import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

// What is typed and not saved, kept in this browser: a page may end at any moment. Pictures lie beside the words, as they are written
// once and the words at every key. Where the browser keeps nothing (a private window, a full disk), forms work as they would without.

/** What a form held when its page ended. */
export interface JournalEntry {
  /** Whose words they are; only they are shown them. */
  user: string;
  /** Which form: `jobs/new`, `jobs/7`. */
  place: string;
  /** The one opening of that form: two tabs don't write over each other. */
  opening: string;
  /** The moment, in milliseconds. */
  at: number;
  /** A plain object the form understands; without pictures and passwords. */
  content: unknown;
}

/** Pictures by the member of the draft they belong to. */
export type JournalFiles = Record<string, File>;

interface Schema extends DBSchema {
  entries: { key: string; value: JournalEntry; indexes: { user: string } };
  files: { key: [string, string]; value: { opening: string; name: string; file: File } };
}

const keptMs = 30 * 24 * 60 * 60 * 1000;
const maxFileBytes = 10 * 1024 * 1024;

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function openJournal(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('atrium-journal', 1, {
    upgrade: (db) => {
      db.createObjectStore('entries', { keyPath: 'opening' }).createIndex('user', 'user');
      db.createObjectStore('files', { keyPath: ['opening', 'name'] });
    },
    // A newer program in another tab shall not wait for this one.
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

/** The entries of a form, the newest first. What has grown older than 30 days goes. */
export async function findEntries(user: string, place: string, now: number): Promise<JournalEntry[]> {
  const db = await openJournal();
  const all = await db.getAll('entries');
  const old = all.filter(({ at }) => now - at > keptMs);
  for (const { opening } of old) await removeEntry(opening);
  return all
    .filter((entry) => !old.includes(entry) && entry.user === user && entry.place === place)
    .sort((a, b) => b.at - a.at);
}

export async function findEntry(opening: string): Promise<JournalEntry | undefined> {
  return (await openJournal()).get('entries', opening);
}

/** The pictures of an entry. */
export async function findFiles(opening: string): Promise<JournalFiles> {
  const db = await openJournal();
  const files = await db.getAll('files', filesOf(opening));
  return Object.fromEntries(files.map(({ name, file }) => [name, file]));
}

export async function putEntry(entry: JournalEntry): Promise<void> {
  await (await openJournal()).put('entries', entry);
}

/** Keeps the pictures of an entry in place of those before. Files larger than any that could be saved are left out. */
export async function putFiles(opening: string, files: JournalFiles): Promise<void> {
  const transaction = (await openJournal()).transaction('files', 'readwrite');
  await transaction.store.delete(filesOf(opening));
  for (const [name, file] of Object.entries(files)) {
    if (file.size <= maxFileBytes) await transaction.store.put({ opening, name, file });
  }
  await transaction.done;
}

export async function removeEntry(opening: string): Promise<void> {
  const db = await openJournal();
  await Promise.all([db.delete('entries', opening), db.delete('files', filesOf(opening))]);
}

/** Forgets what a person has typed. */
export async function forgetUser(user: string): Promise<void> {
  const db = await openJournal();
  for (const opening of await db.getAllKeysFromIndex('entries', 'user', user)) await removeEntry(opening);
}

function filesOf(opening: string): IDBKeyRange {
  return IDBKeyRange.bound([opening, ''], [opening, '\uffff']);
}
