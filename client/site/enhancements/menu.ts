/**
 * Opens the menu of small screens as a modal dialog. The browser makes the page behind it inert, closes it on
 * Escape and returns the focus. A style prevents scrolling meanwhile.
 */
export function enhanceMenu(): void {
  const dialog = document.querySelector<HTMLDialogElement>('.mobile-menu');
  const button = document.querySelector<HTMLElement>('.site-header-row > button');
  if (!dialog || !button) return;
  button.onclick = () => dialog.showModal();
  dialog.onkeydown = (event) => keepFocusInside(dialog, event);
  dialog.onclick = ({ target }) => {
    // A click on the backdrop has the dialog itself as its target.
    if (target === dialog || (target as Element).closest('button')) dialog.close();
  };
  closeOnLeaving(dialog);
}

/** Closes a dialog before the page ends. Otherwise Back would show the page with an open dialog. */
export function closeOnLeaving(dialog: HTMLDialogElement): void {
  addEventListener('pagehide', () => dialog.close());
}

/** Keeps Tab inside the dialog. Otherwise it moves from the last link to the browser's own controls. */
function keepFocusInside(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>('a[href], button')];
  const [first, last] = [stops[0], stops.at(-1)];
  const from = event.shiftKey ? first : last;
  if (document.activeElement !== from) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
