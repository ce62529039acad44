const prefix = 'atrium-form:';

/** Tells the other tabs of this browser that a form is open, for as long as it is; a crash ends it too. Gives what ends it. */
export function holdOpen(opening: string): () => void {
  const end = Promise.withResolvers<void>();
  // Not there on a house's own network without https.
  navigator.locks?.request(prefix + opening, () => end.promise).catch(() => {});
  return end.resolve;
}

/** Resolves when an opening is on no screen any more, which may be at once; rejects when `signal` ends the wait. */
export async function whenClosed(opening: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(prefix + opening, { mode: 'shared', signal }, () => {});
}
