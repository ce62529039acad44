import type { EditedKind } from '../../../../src/shared/module-facts.ts';
import type { trpc } from '../../../api/trpc.ts';
import { pick } from '../form-definition.ts';
import { createAutosaveQueue } from './autosave-queue.ts';
import type { AutosaveStore, StoredContent, UnsavedInput } from './autosave-types.ts';
import { findAutosave, whenAutosaveUnlocked } from './local-database.ts';

const delay = { restMs: 4000, longestMs: 15_000 };
/** The server's limit in bytes. A text with more characters certainly exceeds it. */
const maxLetters = 1024 * 1024;

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** For another device, without pictures. */
export function openServerAutosave<T extends object>(
  client: Client,
  { module, itemId, opening }: { module: EditedKind; itemId: number | undefined; opening: string },
): AutosaveStore<T> {
  const calls = client.workingCopies[module];
  const item_id = itemId ?? null;
  const context = { alone: true };
  let isStored = false;
  let hasFailed = false;
  const remove = (other: string) => calls.remove.mutate({ opening: other }, { context });
  const queue = createAutosaveQueue<T>(async (task) => {
    if (task === 'nothing') {
      hasFailed = false;
      if (!isStored) return;
      isStored = false;
      await remove(opening).catch(() => {});
      return;
    }
    const fields = onlyChanged(task());
    if (JSON.stringify(fields).length > maxLetters) return;
    const base_version = fields.ground.row?.version ?? null;
    // Set before the call, because the server may have stored the autosave even if its answer is lost.
    isStored = true;
    hasFailed = true;
    await calls.save.mutate({ item_id, opening, base_version, fields }, { context });
    hasFailed = false;
  }, delay);
  return {
    list: async (signal, onFound) => {
      const { copies } = await calls.list.query({ item_id }, { context }).catch(() => ({ copies: [] }));
      for (const copy of copies) {
        const autosave = {
          opening: copy.opening,
          at: Date.parse(copy.saved_at),
          // The cast is safe: the panel has written it.
          content: copy.fields as unknown as StoredContent<T>,
          files: {},
          isOnServer: true,
        };
        // Another tab might still have the opening on the screen.
        whenAutosaveUnlocked(copy.opening, signal)
          .then(async () => {
            // This browser stores every key press, so its own autosave of the opening is newer.
            const isInBrowser = await findAutosave(copy.opening).catch(() => undefined);
            if (!isInBrowser && !signal.aborted) onFound(autosave);
          })
          .catch(() => {});
      }
    },
    save: async (read) => void queue.add(read),
    remove: async (other = opening) => {
      if (other === opening) return queue.add('nothing');
      // The waiting input may have been restored from the other autosave, so it is stored first.
      void queue.flush();
      await queue.after(async () => {
        if (!hasFailed) await remove(other);
      });
    },
    open: () => {
      addEventListener('online', queue.flush);
      return () => {
        removeEventListener('online', queue.flush);
        queue.stop();
      };
    },
  };
}

function onlyChanged<T extends object>({ content, changed }: UnsavedInput<T>) {
  const { draft, ground, attempt, unneeded } = content;
  return {
    draft: pick(draft, changed),
    ground: { row: ground.row, base: pick(ground.base, changed) },
    attempt,
    unneeded,
  };
}
