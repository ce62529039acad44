import { type PointerEvent, type RefObject, useState } from 'react';

interface Drag {
  from: number;
  to: number;
}

/** Lets the rows of a list be dragged to another place. The order changes when the row is let go, not before. */
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
    /** What a row is in the drag under way: the one held, or the place it would go to. */
    stateOf: (place: number) => {
      if (!drag) return undefined;
      if (place === drag.from) return 'held';
      if (place !== drag.to) return undefined;
      return drag.to < drag.from ? 'before' : 'after';
    },
    /** The props of the grip of a row. */
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
