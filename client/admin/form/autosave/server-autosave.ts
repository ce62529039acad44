import type { EditedKind } from '../../../../src/shared/module-facts.ts';
import type { trpc } from '../../../api/trpc.ts';
import { pick } from '../form-definition.ts';
import type { AutosaveStore, StoredContent, UnsavedInput } from './autosave-types.ts';
import { findAutosave, whenAutosaveUnlocked } from './local-database.ts';

/**
 * The time between the last key press and the call that stores the autosave, and the longest delay while
 * somebody types without a pause.
 */
const restMs = 4000;
const longestMs = 15_000;
/**
 * The server's limit for one autosave, in bytes. A text with more characters certainly has too many bytes, so
 * such a text is not sent.
 */
const maxLetters = 1024 * 1024;

type Client = ReturnType<typeof trpc.useUtils>['client'];

/**
 * Returns the place on the server where the autosaves of a form are stored, so that people can restore their
 * input on another device. These autosaves do not include pictures.
 */
export function openServerAutosave<T extends object>(
  client: Client,
  { module, itemId, opening }: { module: EditedKind; itemId: number | undefined; opening: string },
): AutosaveStore<T> {
  const calls = client.workingCopies[module];
  const item_id = itemId ?? null;
  const context = { alone: true };
  let wanted: (() => UnsavedInput<T>) | undefined;
  let wantedSince = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStored = false;
  let hasFailed = false;

  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(store, ms);
  };
  const store = () => {
    clearTimeout(timer);
    running = running.then(async () => {
      const read = wanted;
      wanted = undefined;
      wantedSince = 0;
      if (!read) return;
      const fields = onlyChanged(read());
      if (JSON.stringify(fields).length > maxLetters) return;
      const base_version = fields.ground.row?.version ?? null;
      // Set before the call, because the server may have stored the autosave even if its answer is lost.
      isStored = true;
      try {
        await calls.save.mutate({ item_id, opening, base_version, fields }, { context });
        hasFailed = false;
      } catch {
        hasFailed = true;
        // The autosave is sent again after the next key press, or when the connection returns.
        wanted ??= read;
      }
    });
  };
  return {
    list: async (signal, onFound) => {
      const { copies } = await calls.list.query({ item_id }, { context }).catch(() => ({ copies: [] }));
      for (const copy of copies) {
        const found = {
          opening: copy.opening,
          at: Date.parse(copy.saved_at),
          // The cast is safe, because the panel itself has written the autosave.
          content: copy.fields as unknown as StoredContent<T>,
          files: {},
          isOnServer: true,
        };
        // Another tab of this browser might still have the opening of the autosave on the screen. The autosave is
        // offered when no tab has that opening on the screen any more.
        whenAutosaveUnlocked(copy.opening, signal)
          .then(async () => {
            // This browser stores every key press, so its own autosave of the opening is newer.
            const isInBrowser = await findAutosave(copy.opening).catch(() => undefined);
            if (!isInBrowser && !signal.aborted) onFound(found);
          })
          .catch(() => {});
      }
    },
    save: async (read) => {
      wanted = read;
      const now = Date.now();
      wantedSince ||= now;
      plan(Math.max(0, Math.min(restMs, wantedSince + longestMs - now)));
    },
    remove: async (other = opening) => {
      if (other === opening) {
        clearTimeout(timer);
        wanted = undefined;
        wantedSince = 0;
      }
      // Stores the pending input under this opening before the autosave of `other` is removed. The pending input may
      // have been restored from that autosave.
      else if (wanted) store();
      running = running.then(async () => {
        if (other === opening) {
          hasFailed = false;
          if (!isStored) return;
          isStored = false;
        } else if (hasFailed) return;
        await calls.remove.mutate({ opening: other }, { context }).catch(() => {});
      });
      await running;
    },
    open: () => {
      const again = () => wanted && plan(0);
      addEventListener('online', again);
      return () => {
        removeEventListener('online', again);
        clearTimeout(timer);
      };
    },
  };
}

/** Returns the content without the unchanged form values, so that the autosave is small. */
function onlyChanged<T extends object>({ content, changed }: UnsavedInput<T>) {
  const { draft, ground, attempt, unneeded } = content;
  return {
    draft: pick(draft, changed),
    ground: { row: ground.row, base: pick(ground.base, changed) },
    attempt,
    unneeded,
  };
}
