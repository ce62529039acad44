import { useState } from 'react';

/** What a dialog asks about. The item stays after closing, so that its words don't change while the dialog fades. */
export function useAsked<T>() {
  const [item, setItem] = useState<T>();
  const [isOpen, setOpen] = useState(false);
  return {
    item,
    isOpen,
    ask: (next: T) => {
      setItem(next);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
