import { createAutosaveQueue } from './autosave-queue.ts';
import type { AutosaveStore, StoredContent } from './autosave-types.ts';
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
 * Autosaves in this browser, even offline, with the pictures. `forms` are the name under which this form stores its
 * input, and other names under which it looks for input.
 */
export function openLocalAutosave<T extends object>(
  user: string,
  forms: readonly [string, ...string[]],
  opening: string,
): AutosaveStore<T> {
  let storedFiles: File[] = [];
  const { add } = createAutosaveQueue<T>(async (task) => {
    if (task === 'nothing') return removeAutosave(opening);
    const { content, files } = task();
    await putAutosave({ user, place: forms[0], opening, at: Date.now(), content });
    const all = Object.values(files);
    if (all.length === storedFiles.length && all.every((file, index) => file === storedFiles[index])) return;
    await putAutosaveFiles(opening, files);
    storedFiles = all;
  });
  return {
    open: () => lockAutosave(opening),
    save: add,
    remove: (other = opening) => (other === opening ? add('nothing') : removeAutosave(other).catch(() => {})),
    list: async (signal, onFound) => {
      const entries = await findAutosaves(user, forms, Date.now()).catch(() => []);
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
