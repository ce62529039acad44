import { createContext, use, useEffect, useEffectEvent, useId, useState } from 'react';

interface OpenDialog {
  id: string;
  /** Closes the dialog and returns true, or returns false if Escape must not close the dialog. */
  onEscape: () => boolean;
}

/**
 * The open dialogs in the order in which they were opened. Only the last dialog, which is on top, reacts to Escape,
 * single-key shortcuts and Ctrl+S.
 */
export interface OpenDialogs {
  /** Adds a dialog that has opened. Returns how many dialogs are below this dialog. */
  add(dialog: OpenDialog): number;
  remove(id: string): void;
  /** Returns whether the dialog with this id is on top. If `id` is undefined, returns whether no dialog is open. */
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
      // Mantine marks the elements of menus and suggestion lists that handle Escape themselves. Escape in such an
      // element does not close the dialog around the element.
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

/** The id of the dialog around a component, or undefined outside all dialogs. */
export const DialogContext = createContext<string | undefined>(undefined);

/**
 * Returns a function that returns true if no dialog is open above the component. The component itself may be inside a
 * dialog.
 */
export function useIsTopmost(): () => boolean {
  const dialogs = useOpenDialogs();
  const id = use(DialogContext);
  return () => dialogs.isTopmost(id);
}

/** The z-index of the lowest dialog. Mantine uses the same number. */
const lowest = 200;

/**
 * Registers a dialog as one of the open dialogs while `isOpen` is true. Returns the dialog's id for `DialogContext`,
 * and its z-index. If no element has the focus after the dialog has closed, this hook focuses the element that had the
 * focus before. Mantine does not do so if the dialog is unmounted when it closes.
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
