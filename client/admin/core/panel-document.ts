import { useSyncExternalStore } from 'react';

/** What the server has written into the head of the panel's document. */
export function readDocument(name: string): string | undefined {
  return document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

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
