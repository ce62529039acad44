import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isCaretInText, isText } from './caret.ts';

const inputs = 'input, textarea, select';

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

/** What sticks to the bottom of each scroller. */
const feetByScroller = new Map<HTMLElement, Set<HTMLElement>>();

/**
 * Keeps what has the focus above an element that sticks to the bottom of its scroller: sets the padding that the
 * browser leaves when it scrolls to a field, and scrolls the line with the caret each time the element grows.
 */
export function keepCaretAbove(foot: HTMLElement): () => void {
  let scroller: HTMLElement | undefined;
  const leave = () => {
    if (!scroller) return;
    feetByScroller.get(scroller)?.delete(foot);
    setPadding(scroller);
  };
  const observer = new ResizeObserver(() => {
    leave();
    // A form that fills the screen scrolls by itself.
    scroller = scrollerOf(foot);
    feetByScroller.set(scroller, (feetByScroller.get(scroller) ?? new Set()).add(foot));
    setPadding(scroller);
    if (isCaretInText()) lineWithCaret()?.scrollIntoView?.({ block: 'nearest' });
  });
  observer.observe(foot);
  return () => {
    observer.disconnect();
    leave();
  };
}

function setPadding(scroller: HTMLElement): void {
  const heights = [...(feetByScroller.get(scroller) ?? [])].map(({ offsetHeight }) => offsetHeight);
  const height = heights.reduce((sum, each) => sum + each, 0);
  scroller.style.scrollPaddingBottom = height > 0 ? `${height}px` : '';
}

function lineWithCaret(): Element | null | undefined {
  const { focusNode, focusOffset = 0 } = document.getSelection() ?? {};
  if (focusNode instanceof Text) return focusNode.parentElement;
  if (document.activeElement?.matches(inputs)) return document.activeElement;
  // A selected picture is a child of the node with the selection.
  const child = focusNode?.childNodes[focusOffset];
  return child instanceof Element ? child : undefined;
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  }
  return document.documentElement;
}
