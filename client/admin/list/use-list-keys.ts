import type { KeyboardEvent, RefObject } from 'react';
import { useShortcuts } from '../core/use-shortcuts.ts';

const labels = {
  '/': 'Search the list',
  x: 'Select the row',
  e: 'Edit the row',
  Delete: 'Delete the row',
  n: 'New row',
} as const;

/** A single key that presses the element with this key in its `data-key`. */
export type ListKey = keyof typeof labels;

/**
 * Makes single keys act in a list: j and k move the focus between its rows, the given ones press the elements that name them in
 * `data-key`, in the row with the focus or else in the list. Returns the handler that lets arrows do the same within rows.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, keys: readonly ListKey[]) {
  const move = (step: number) => moveFocus(list.current, step);
  useShortcuts([
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Previous row', run: () => move(-1) },
    ...keys.map((key) => ({ keys: key, label: labels[key], run: () => press(list.current, key) })),
  ]);
  return (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // Without a row, the arrows scroll the page.
    if (step === 0 || !focusedRow() || event.defaultPrevented) return;
    event.preventDefault();
    move(step);
  };
}

function focusedRow(): HTMLElement | null | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]');
}

function press(list: HTMLElement | null, key: ListKey): void {
  const row = focusedRow();
  const pressable = [...(list?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].filter(
    ({ dataset }) => dataset.key === key,
  );
  const element =
    pressable.find((each) => row?.contains(each)) ?? pressable.find((each) => !each.closest('[data-row]'));
  if (element instanceof HTMLInputElement && element.type === 'search') element.focus();
  else element?.click();
}

function moveFocus(list: HTMLElement | null, step: number): void {
  const row = focusedRow();
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const next = row ? rows[rows.indexOf(row) + step] : rows[0];
  if (!next) return;
  (next.querySelector<HTMLElement>('[data-key="Enter"]') ?? next).focus();
  next.scrollIntoView?.({ block: 'nearest' });
}
