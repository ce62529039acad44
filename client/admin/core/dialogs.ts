import { createContext, use, useEffect, useEffectEvent, useId, useState } from 'react';

interface OpenDialog {
  id: string;
  /** Closes the dialog and returns true, or returns false if Escape must not close the dialog. */
  onEscape: () => boolean;
}

/** The open dialogs in the order of opening. Only the last dialog, which is on top, reacts to Escape, single keys and Ctrl+S. */
export interface OpenDialogs {
  /** Adds a dialog that has opened. Returns how many dialogs are below the new one. */
  add(dialog: OpenDialog): number;
  remove(id: string): void;
  /** Returns whether a dialog is on top. `undefined` stands for the screen below all dialogs. */
  isTopmost(id: string | undefined): boolean;
  onKeyDown(event: KeyboardEvent): void;
}

export function createOpenDialogs(): OpenDialogs {
  let open: readonly OpenDialog[] = [];
  return {
    add: (dialog) => {
      open = [...open, dialog];
      return open.length - 1;
    },
    remove: (removed) => {
      open = open.filter(({ id }) => id !== removed);
    },
    isTopmost: (id) => open.at(-1)?.id === id,
    onKeyDown: (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      // Mantine marks menus and lists of suggestions that close on Escape themselves. The dialog around them stays open.
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.getAttribute('data-mantine-stop-propagation') === 'true') return;
      // The default is prevented, so that the screen below the dialog does not handle the same key.
      if (open.at(-1)?.onEscape()) event.preventDefault();
    },
  };
}

export const OpenDialogsContext = createContext<OpenDialogs | null>(null);

function useOpenDialogs(): OpenDialogs {
  const dialogs = use(OpenDialogsContext);
  if (!dialogs) throw new Error('useOpenDialogs needs the panel around it');
  return dialogs;
}

/** The id of the dialog around a component. */
export const DialogContext = createContext<string | undefined>(undefined);

/** Returns a function that tells whether the component's own dialog or screen is on top, with no dialog above it. */
export function useIsTopmost(): () => boolean {
  const dialogs = useOpenDialogs();
  const id = use(DialogContext);
  return () => dialogs.isTopmost(id);
}

/** The z-index of the lowest dialog. Mantine uses the same number. */
const lowest = 200;

/**
 * Registers a dialog while it is open. Returns its id for `DialogContext`, and its z-index. When the dialog closes, the
 * focus returns to the previous element. Mantine does not return the focus if the dialog is unmounted when it closes.
 */
export function useDialog(
  isOpen: boolean,
  onEscape: (() => void) | undefined,
): { id: string; zIndex: number } {
  const dialogs = useOpenDialogs();
  const id = useId();
  const [zIndex, setZIndex] = useState(lowest);
  const close = useEffectEvent(() => {
    onEscape?.();
    return onEscape !== undefined;
  });
  useEffect(() => {
    if (!isOpen) return;
    setZIndex(lowest + dialogs.add({ id, onEscape: () => close() }));
    const opener = document.activeElement;
    return () => {
      dialogs.remove(id);
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [isOpen, id, dialogs]);
  return { id, zIndex };
}
