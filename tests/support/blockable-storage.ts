import type { Storage } from '../../src/pictures/files/storage.ts';

/** A storage whose `put` and `remove` can be blocked. */
export interface BlockableStorage {
  storage: Storage;
  /**
   * Blocks every `put` and `remove` until `letGo` is called. `reached` resolves when the first call is
   * blocked.
   */
  hold(): { reached: Promise<void>; letGo(): void };
}

export function createBlockableStorage(inner: Storage): BlockableStorage {
  let held: { reach: () => void; end: Promise<void> } | undefined;
  const wait = async () => {
    held?.reach();
    await held?.end;
  };
  return {
    storage: {
      ...inner,
      put: (key, path) => wait().then(() => inner.put(key, path)),
      remove: (key) => wait().then(() => inner.remove(key)),
    },
    hold: () => {
      const [reached, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { reach: reached.resolve, end: end.promise };
      const letGo = () => {
        held = undefined;
        end.resolve();
      };
      return { reached: reached.promise, letGo };
    },
  };
}
