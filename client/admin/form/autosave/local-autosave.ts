import type { AutosaveStore, StoredContent, UnsavedInput } from './autosave-types.ts';
import {
  findAutosave,
  findAutosaveFiles,
  findAutosaves,
  lockAutosave,
  putAutosave,
  putAutosaveFiles,
  removeAutosave,
  whenAutosaveUnlocked,
} from './local-database.ts';

/**
 * Returns the place in this browser where the autosaves of a form are stored, even offline. These autosaves
 * include the pictures.
 */
export function openLocalAutosave<T extends object>(
  user: string,
  form: string,
  opening: string,
): AutosaveStore<T> {
  let wanted: (() => UnsavedInput<T>) | 'nothing' | undefined;
  let writing: Promise<void> | undefined;
  let storedFiles: File[] = [];

  const write = async (): Promise<void> => {
    while (wanted) {
      const next = wanted;
      wanted = undefined;
      await (next === 'nothing' ? removeAutosave(opening) : put(next()));
    }
  };
  const put = async ({ content, files }: UnsavedInput<T>) => {
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
    save: enqueue,
    remove: (other = opening) =>
      other === opening ? enqueue('nothing') : removeAutosave(other).catch(() => {}),
    list: async (signal, onFound) => {
      const entries = await findAutosaves(user, form, Date.now()).catch(() => []);
      const others = entries.filter((entry) => entry.opening !== opening);
      await Promise.allSettled(
        others.map(async (entry) => {
          await whenAutosaveUnlocked(entry.opening, signal);
          const left = await findAutosave(entry.opening);
          if (!left || signal.aborted) return;
          // The cast is safe, because the panel itself has written the entry in this version of the database.
          const content = left.content as StoredContent<T>;
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
