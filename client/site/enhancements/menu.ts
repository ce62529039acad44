/**
 * Lets the menu button open the menu of small screens as a modal dialog. The browser makes the page behind
 * the dialog inert, closes the dialog on Escape and returns the focus. While the dialog is open, a style
 * prevents scrolling.
 */
export function enhanceMenu(): void {
  const dialog = document.querySelector<HTMLDialogElement>('.mobile-menu');
  const button = document.querySelector<HTMLElement>('.site-header-row > button');
  if (!dialog || !button) return;
  button.onclick = () => dialog.showModal();
  dialog.onkeydown = (event) => keepFocusInside(dialog, event);
  dialog.onclick = ({ target }) => {
    // A click on the backdrop has the dialog itself as its target, and must close the dialog.
    if (target === dialog || (target as Element).closest('button')) dialog.close();
  };
  closeOnPageHide(dialog);
}

/**
 * Closes a dialog when the visitor leaves the page, so that Back does not show the page with an open dialog.
 */
export function closeOnPageHide(dialog: HTMLDialogElement): void {
  addEventListener('pagehide', () => dialog.close());
}

/**
 * Keeps the focus inside the dialog. By default, Tab moves from the last link to the browser's own controls.
 */
function keepFocusInside(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>('a[href], button')];
  const [first, last] = [stops[0], stops.at(-1)];
  const from = event.shiftKey ? first : last;
  if (document.activeElement !== from) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
