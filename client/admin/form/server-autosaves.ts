import type { ModuleName } from '../../../src/shared/module-facts.ts';
import type { trpc } from '../../api/trpc.ts';
import type { EarlierAutosave } from './local-autosave-writer.ts';

// The autosave of this browser comes first: it has each key, also offline. The one on the server is for another device.

/** The autosave is stored this long after the last key, and while somebody types at least this often. */
const restMs = 4000;
const longestMs = 15_000;
/** The server's limit for one autosave, in letters at least. */
const maxLetters = 1024 * 1024;

type Client = ReturnType<typeof trpc.useUtils>['client'];

interface Copied {
  content: object;
  baseVersion: number | undefined;
}

/** Stores the unsaved input of one open form on the server. No method rejects, so that the form still works. */
export interface ServerAutosave<C> {
  /** Returns the autosaves of earlier openings, newest first. */
  list(): Promise<EarlierAutosave<C>[]>;
  /** Stores what `read` returns, shortly after the last of several calls. */
  save(read: () => Copied): void;
  /** Deletes the autosave of this opening, or of another one. */
  remove(opening?: string): void;
  /** Tries again what could not be stored. Returns a function that ends all tries. */
  open(): () => void;
}

export function openServerAutosave<C>(
  client: Client,
  { module, itemId, opening }: { module: ModuleName; itemId: number | undefined; opening: string },
): ServerAutosave<C> {
  const calls = client.workingCopies[module];
  const item_id = itemId ?? null;
  const context = { alone: true };
  let wanted: (() => Copied) | undefined;
  let wantedSince = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStored = false;

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
      const { content, baseVersion } = read();
      if (JSON.stringify(content).length > maxLetters) return;
      const input = { item_id, opening, base_version: baseVersion ?? null, fields: { ...content } };
      try {
        await calls.save.mutate(input, { context });
        isStored = true;
      } catch {
        // The next key or the next connection tries again.
        wanted ??= read;
      }
    });
  };
  return {
    list: async () => {
      try {
        const { copies } = await calls.list.query({ item_id }, { context });
        return copies.map((copy) => ({
          ...{ opening: copy.opening, at: Date.parse(copy.saved_at), files: {}, isOnServer: true },
          // The cast is safe: this program wrote the autosave.
          content: copy.fields as C,
        }));
      } catch {
        return [];
      }
    },
    save: (read) => {
      wanted = read;
      const now = Date.now();
      wantedSince ||= now;
      plan(Math.max(0, Math.min(restMs, wantedSince + longestMs - now)));
    },
    remove: (other = opening) => {
      if (other === opening) {
        clearTimeout(timer);
        wanted = undefined;
        wantedSince = 0;
      }
      // Restored words of another opening are stored under this one first.
      else if (wanted) store();
      running = running.then(async () => {
        if (other === opening ? !isStored : wanted) return;
        isStored &&= other !== opening;
        await calls.remove.mutate({ opening: other }, { context }).catch(() => {});
      });
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
