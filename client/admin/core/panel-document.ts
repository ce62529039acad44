import { useSyncExternalStore } from 'react';

let version = 0;
const listeners = new Set<() => void>();

/** Renders a component that reads the document again after each `notifyDocumentChanged`. */
export function useDocumentVersion(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );
}

export function notifyDocumentChanged(): void {
  version += 1;
  for (const listener of listeners) listener();
}
