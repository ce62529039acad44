/** The list renders this long after its data has arrived. */
const drawnAfterMs = 50;

/**
 * Focuses the screen's heading if the focused element has disappeared, such as the button of a deleted row.
 */
export function restoreFocusToHeading(): void {
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) return;
    focusHeading();
  }, drawnAfterMs);
}

/** Focuses the screen's heading before the focused element disappears. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}
