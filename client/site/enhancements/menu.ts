/**
 * Lets the menu of small screens slide in. It is a modal dialog of the browser's own: it makes the page behind it inert, closes on Escape
 * and gives the focus back; a style locks the scrolling while it is open.
 */
export function enhanceMenu(): void {
  const dialog = document.querySelector<HTMLDialogElement>('.mobile-menu');
  const button = document.querySelector<HTMLElement>('.site-header-row > button');
  if (!dialog || !button) return;
  button.onclick = () => dialog.showModal();
  dialog.onkeydown = (event) => keepFocusInside(dialog, event);
  dialog.onclick = ({ target }) => {
    // A press on the backdrop reaches the dialog itself.
    if (target === dialog || (target as Element).closest('button')) dialog.close();
  };
  closeOnLeaving(dialog);
}

/** Going back shows the page as it was left: without this, with an open dialog. */
export function closeOnLeaving(dialog: HTMLDialogElement): void {
  addEventListener('pagehide', () => dialog.close());
}

/** Without this, Tab goes from the last link to the browser's own controls and only then back. */
function keepFocusInside(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>('a[href], button')];
  const [first, last] = [stops[0], stops.at(-1)];
  const from = event.shiftKey ? first : last;
  if (document.activeElement !== from) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
