import type { KeyboardEvent, RefObject } from 'react';
import { useShortcuts } from '../core/use-shortcuts.ts';

const labels = {
  '/': 'Search the list',
  x: 'Select the row',
  e: 'Edit the row',
  Delete: 'Delete the row',
  n: 'New row',
} as const;

/** A key that has a function in a list. */
export type ListKey = keyof typeof labels;

/**
 * The functions of the keys. Each function receives the id of the focused row, or undefined if no row has the
 * focus.
 */
export type ListKeyActions = Partial<Record<ListKey, (rowId: number | undefined) => void>>;

/**
 * Registers the single keys of a list. The keys j and k move the focus between the rows, unless `onStep`
 * returns true. The other keys run `actions`. Returns a key handler for the list, with which the arrow keys
 * move the focus between the rows too.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  actions: ListKeyActions,
  onStep?: (by: 1 | -1) => boolean,
) {
  const move = (step: 1 | -1) => {
    if (!onStep?.(step)) moveFocus(list.current, step);
  };
  useShortcuts([
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Previous row', run: () => move(-1) },
    ...Object.entries(actions).map(([key, act]) => ({
      keys: key,
      label: labels[key as ListKey],
      run: () => act(focusedRowId()),
    })),
  ]);
  return (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // If no row has the focus, the arrow keys scroll the page.
    if (step === 0 || !focusedRow() || event.defaultPrevented) return;
    event.preventDefault();
    move(step);
  };
}

/** Focuses the search field of a list. */
export function focusSearch(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>('input[type="search"]')?.focus();
}

function focusedRow(): HTMLElement | null | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]');
}

/** Returns the id of the row that contains the focus, or undefined if no row contains the focus. */
export function focusedRowId(): number | undefined {
  const id = focusedRow()?.dataset.row;
  return id === undefined ? undefined : Number(id);
}

function moveFocus(list: HTMLElement | null, step: number): void {
  const row = focusedRow();
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const next = row ? rows[rows.indexOf(row) + step] : rows[0];
  if (!next) return;
  (next.querySelector<HTMLElement>('[data-opens-row]') ?? next).focus();
  next.scrollIntoView?.({ block: 'nearest' });
}
