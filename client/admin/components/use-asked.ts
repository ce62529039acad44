import { useState } from 'react';

/**
 * Returns the state of a dialog about one item. The item stays after closing, so that the text does not
 * change while the dialog fades out.
 */
export function useConfirm<T>() {
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
