const texts = [
  'textarea',
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=color], [type=range])',
  '[contenteditable]:not([contenteditable=false])',
].join(', ');

export function isText(element: EventTarget | null): boolean {
  return element instanceof Element && element.matches(texts);
}

/** Returns whether the caret is in a text. Then only what the person does may move the focus. */
export function isCaretInText(): boolean {
  return isText(document.activeElement);
}

/** Focuses the first invalid field, or the error message. Never takes the caret out of a text. */
export function focusFirstError(form: HTMLElement): void {
  if (isCaretInText()) return;
  const problem = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  (problem ?? form.querySelector<HTMLElement>('[data-failure]'))?.focus();
}
