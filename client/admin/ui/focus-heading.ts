/** The list is drawn anew a moment after its data came. */
const drawnAfterMs = 50;

/** Gives the focus to the screen's heading when what had it is gone, as the button of a deleted row is. */
export function focusHeadingWhenLost(): void {
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) return;
    focusHeading();
  }, drawnAfterMs);
}

/** Gives the focus to the screen's heading, before what has it disappears. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}
