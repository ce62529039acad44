import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const texts = [
  'textarea',
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=color], [type=range])',
  '[contenteditable]:not([contenteditable=false])',
].join(', ');
const inputs = 'input, textarea, select';

export function isText(element: EventTarget | null): boolean {
  return element instanceof Element && element.matches(texts);
}

/** Returns whether the caret is in a text. Then only what the person does may move the focus. */
export function isCaretInText(): boolean {
  return isText(document.activeElement);
}

/**
 * Puts the caret back into an input that is mounted again. It is found by its position in the field of `data-
 * path`.
 */
export function useKeptCaret(form: RefObject<HTMLElement | null>): void {
  const last = useRef<{ input: HTMLInputElement | HTMLTextAreaElement; path: string; at: number }>(undefined);
  useEffect(() => {
    const element = form.current!;
    const note = ({ target }: FocusEvent) => {
      last.current = undefined;
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      const field = target.closest<HTMLElement>('[data-path]');
      if (!field || !isText(target)) return;
      const at = [...field.querySelectorAll(inputs)].indexOf(target);
      last.current = { input: target, path: field.dataset.path!, at };
    };
    element.addEventListener('focusin', note);
    return () => element.removeEventListener('focusin', note);
  }, [form]);
  useLayoutEffect(() => {
    if (!last.current || last.current.input.isConnected || document.activeElement !== document.body) return;
    const { input, path, at } = last.current;
    const field = form.current?.querySelector(`[data-path="${CSS.escape(path)}"]`);
    const next = field?.querySelectorAll(inputs)[at];
    if (!(next instanceof HTMLInputElement || next instanceof HTMLTextAreaElement)) return;
    next.focus({ preventScroll: true });
    if (input.selectionStart !== null) next.setSelectionRange(input.selectionStart, input.selectionEnd);
  });
}

/** Scrolls the line with the caret above an element at the bottom of the window each time the element grows. */
export function keepCaretAbove(foot: HTMLElement): () => void {
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    root.style.scrollPaddingBottom = `${foot.offsetHeight}px`;
    if (!isCaretInText()) return;
    const { focusNode } = document.getSelection() ?? {};
    const line = focusNode instanceof Text ? focusNode.parentElement : document.activeElement;
    line?.scrollIntoView?.({ block: 'nearest' });
  });
  observer.observe(foot);
  return () => {
    observer.disconnect();
    root.style.scrollPaddingBottom = '';
  };
}
