import { createContext, use, useEffect, useEffectEvent, useId, useState } from 'react';

interface OpenDialog {
  id: string;
  /** Closes the dialog and returns true, or returns false if Escape must not close the dialog. */
  onEscape: () => boolean;
}

/** Only the last dialog, which is on top, reacts to Escape, single-key shortcuts and Ctrl+S. */
interface OpenDialogs {
  /** Returns how many dialogs are below this one. */
  add(dialog: OpenDialog): number;
  remove(id: string): void;
  /** Without `id`, whether no dialog is open. */
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
      // Mantine marks menus and lists of suggestions, which handle Escape themselves.
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.getAttribute('data-mantine-stop-propagation') === 'true') return;
      // Preventing the default action tells the screen below the dialog not to handle the key too.
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

export const DialogContext = createContext<string | undefined>(undefined);

/** Whether no dialog is open above the component, which may itself be in a dialog. */
export function useIsTopmost(): () => boolean {
  const dialogs = useOpenDialogs();
  const id = use(DialogContext);
  return () => dialogs.isTopmost(id);
}

/** The z-index of the lowest dialog. Mantine uses the same number. */
const lowest = 200;

/**
 * Registers a dialog while `isOpen`, and returns its id for `DialogContext`. Returns a lost focus to the
 * element that had it, which Mantine does not do for a dialog that is unmounted.
 */
export function useRegisteredDialog(
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
