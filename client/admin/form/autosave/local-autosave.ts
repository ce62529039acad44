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

/** Works offline, and has the pictures. `forms` are the form's name and others under which it looks for input. */
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
      const entries = await findAutosaves({ user, places: forms, now: Date.now() }).catch(() => []);
      const others = entries.filter((entry) => entry.opening !== opening);
      await Promise.allSettled(
        others.map(async (entry) => {
          await whenAutosaveUnlocked(entry.opening, signal);
          const left = await findAutosave(entry.opening);
          if (!left || signal.aborted) return;
          // The cast is safe: the panel has written the entry.
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
