import {
  findEntries,
  findEntry,
  findFiles,
  type JournalFiles,
  putEntry,
  putFiles,
  removeEntry,
} from './journal.ts';
import { holdOpen, whenClosed } from './open-forms.ts';

/** What an earlier opening of the same form has left behind. */
export interface Offer<C> {
  opening: string;
  /** The moment of the last key, in milliseconds. */
  at: number;
  content: C;
  files: JournalFiles;
}

/** The journal's page of one open form. Nothing here ever rejects: a browser that keeps nothing stops nobody from writing. */
export interface JournalPage<C> {
  opening: string;
  /** Begins; gives what ends it. */
  open(): () => void;
  /** Hands over what other openings have left behind, each as soon as it is on no screen any more. */
  offers(signal: AbortSignal, onOffer: (offer: Offer<C>) => void): Promise<void>;
  /** Writes; of many at once, the last. Resolves when it stands there. */
  keep(content: C, files: JournalFiles): Promise<void>;
  /** Forgets this opening, or another. */
  forget(opening?: string): Promise<void>;
}

export function openJournalPage<C>(user: string, place: string, opening: string): JournalPage<C> {
  let wanted: { content: C; files: JournalFiles } | 'nothing' | undefined;
  let writing: Promise<void> | undefined;
  let keptFiles: File[] = [];

  const write = async (): Promise<void> => {
    while (wanted) {
      const next = wanted;
      wanted = undefined;
      await (next === 'nothing' ? removeEntry(opening) : put(next.content, next.files));
    }
  };
  const put = async (content: C, files: JournalFiles) => {
    await putEntry({ user, place, opening, at: Date.now(), content });
    const all = Object.values(files);
    if (all.length === keptFiles.length && all.every((file, place) => file === keptFiles[place])) return;
    await putFiles(opening, files);
    keptFiles = all;
  };
  const enqueue = (next: typeof wanted): Promise<void> => {
    wanted = next;
    writing ??= write()
      .catch(() => {})
      .finally(() => {
        writing = undefined;
        if (wanted) enqueue(wanted);
      });
    return writing;
  };
  return {
    opening,
    open: () => holdOpen(opening),
    keep: (content, files) => enqueue({ content, files }),
    forget: (other = opening) =>
      other === opening ? enqueue('nothing') : removeEntry(other).catch(() => {}),
    offers: async (signal, onOffer) => {
      const entries = await findEntries(user, place, Date.now()).catch(() => []);
      const others = entries.filter((entry) => entry.opening !== opening);
      await Promise.allSettled(
        others.map(async (entry) => {
          await whenClosed(entry.opening, signal);
          const left = await findEntry(entry.opening);
          if (!left || signal.aborted) return;
          // Written by this program, in this version of the database.
          const content = left.content as C;
          onOffer({ opening: left.opening, at: left.at, content, files: await findFiles(left.opening) });
        }),
      );
    },
  };
}
