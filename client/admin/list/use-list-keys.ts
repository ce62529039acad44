import { useLocalStorage } from '@mantine/hooks';
import { type RefObject, useEffect } from 'react';

/** The single keys of every list, for the help. An element answers to the key in its `data-key`. */
export const listKeys = [
  ['/', 'Search'],
  ['j', 'Next row, also ↓'],
  ['k', 'Previous row, also ↑'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['e', 'Edit the row'],
  ['Delete', 'Delete the row'],
  ['n', 'New row'],
] as const;

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Returns whether single keys act in lists, and a function that changes it. The browser remembers it. */
export function useSingleKeys() {
  return useLocalStorage({ key: 'atrium:single-keys', defaultValue: true, getInitialValueInEffect: false });
}

/**
 * Makes single keys act in a list: they move the focus between its rows, and press the elements that name a key in `data-key`, in
 * the row with the focus or else in the list. They do nothing while a person types or a dialog is open.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const [isOn] = useSingleKeys();
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!list.current || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isField(target) || document.querySelector('[role="dialog"], [role="menu"]')) return;
      const row = document.activeElement?.closest<HTMLElement>('[data-row]');
      const step = steps[key];
      // Without a row, the arrows scroll the page.
      if (step !== undefined && (row || key.length === 1)) {
        event.preventDefault();
        return moveFocus(list.current, row, step);
      }
      const isOnRow = document.activeElement === row;
      if (key === 'Enter' && !isOnRow) return;
      const pressable = [...list.current.querySelectorAll<HTMLElement>('[data-key]')].filter(
        ({ dataset }) => dataset.key === key,
      );
      const element =
        pressable.find((each) => row?.contains(each)) ??
        pressable.find((each) => !each.closest('[data-row]'));
      if (!element) return;
      event.preventDefault();
      if (element instanceof HTMLInputElement && element.type === 'search') element.focus();
      else element.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn, list]);
}

function moveFocus(list: HTMLElement, row: HTMLElement | null | undefined, step: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  const next = row ? rows[rows.indexOf(row) + step] : rows[0];
  if (!next) return;
  (next.querySelector<HTMLElement>('[data-key="Enter"]') ?? next).focus();
  next.scrollIntoView?.({ block: 'nearest' });
}

/** Returns whether keys pressed in an element belong to it. A checkbox uses the space bar only. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}
