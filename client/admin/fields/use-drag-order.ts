import { type PointerEvent, type RefObject, useState } from 'react';

interface Drag {
  from: number;
  to: number;
}

/** Lets people drag the rows of a list. The order changes when the row is dropped. */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const placeAt = (y: number, from: number) => {
    const rows = [...(list.current?.children ?? [])].filter((_, place) => place !== from);
    return rows.filter((row) => middleOf(row) < y).length;
  };
  return {
    /** Returns the row's role in the current drag: the dragged row or the drop position. */
    stateOf: (place: number) => {
      if (!drag) return undefined;
      if (place === drag.from) return 'held';
      if (place !== drag.to) return undefined;
      return drag.to < drag.from ? 'before' : 'after';
    },
    /** Returns the props of a row's drag handle. */
    grip: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from, to: from });
      },
      onPointerMove: ({ clientY }: PointerEvent) => drag && setDrag({ from, to: placeAt(clientY, from) }),
      onPointerUp: () => {
        if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
