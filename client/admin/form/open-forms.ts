const prefix = 'atrium-form:';

/**
 * Marks a form as open, for the other tabs of this browser. A crash of the tab ends the mark too. Returns a
 * function that ends it.
 */
export function lockDraft(opening: string): () => void {
  const end = Promise.withResolvers<void>();
  // Browsers have no locks on a plain http network address.
  navigator.locks?.request(prefix + opening, () => end.promise).catch(() => {});
  return end.resolve;
}

/** Resolves when no tab shows the opening any more. Rejects when `signal` aborts. */
export async function whenDraftUnlocked(opening: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(prefix + opening, { mode: 'shared', signal }, () => {});
}
