import {
  type AutosaveFiles,
  findAutosave,
  findAutosaveFiles,
  findAutosaves,
  lockAutosave,
  putAutosave,
  putAutosaveFiles,
  removeAutosave,
  whenAutosaveUnlocked,
} from './local-autosaves.ts';

/** Unsaved input of an earlier opening of the same form. */
export interface EarlierAutosave<C> {
  opening: string;
  /** The time of the last change, in milliseconds. */
  at: number;
  content: C;
  files: AutosaveFiles;
  /** The autosave comes from the server, so it was typed on another device. */
  isOnServer?: boolean;
}

/**
 * Writes the autosave of one open form. A storage failure never makes a method reject, so that the form still works.
 */
export interface LocalAutosave<C> {
  /** Starts writing. Returns a function that ends it. */
  open(): () => void;
  /** Calls `onFound` for each earlier opening, as soon as no tab shows it any more. */
  findOthers(signal: AbortSignal, onFound: (found: EarlierAutosave<C>) => void): Promise<void>;
  /** Stores the content. Of several calls in a row only the last is written. Resolves when it is stored. */
  save(content: C, files: AutosaveFiles): Promise<void>;
  /** Deletes the entry of this opening, or of another one. */
  remove(opening?: string): Promise<void>;
}

export function openLocalAutosave<C>(user: string, form: string, opening: string): LocalAutosave<C> {
  let wanted: { content: C; files: AutosaveFiles } | 'nothing' | undefined;
  let writing: Promise<void> | undefined;
  let storedFiles: File[] = [];

  const write = async (): Promise<void> => {
    while (wanted) {
      const next = wanted;
      wanted = undefined;
      await (next === 'nothing' ? removeAutosave(opening) : put(next.content, next.files));
    }
  };
  const put = async (content: C, files: AutosaveFiles) => {
    await putAutosave({ user, place: form, opening, at: Date.now(), content });
    const all = Object.values(files);
    if (all.length === storedFiles.length && all.every((file, index) => file === storedFiles[index])) return;
    await putAutosaveFiles(opening, files);
    storedFiles = all;
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
    open: () => lockAutosave(opening),
    save: (content, files) => enqueue({ content, files }),
    remove: (other = opening) =>
      other === opening ? enqueue('nothing') : removeAutosave(other).catch(() => {}),
    findOthers: async (signal, onFound) => {
      const entries = await findAutosaves(user, form, Date.now()).catch(() => []);
      const others = entries.filter((entry) => entry.opening !== opening);
      await Promise.allSettled(
        others.map(async (entry) => {
          await whenAutosaveUnlocked(entry.opening, signal);
          const left = await findAutosave(entry.opening);
          if (!left || signal.aborted) return;
          // The cast is safe: this program wrote the entry, in this version of the database.
          const content = left.content as C;
          onFound({
            opening: left.opening,
            at: left.at,
            content,
            files: await findAutosaveFiles(left.opening),
          });
        }),
      );
    },
  };
}
