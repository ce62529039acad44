import { type PointerEvent, type RefObject, useState } from 'react';

const edge = 48;
const step = 16;

/** Moves a card to the column below the pointer. Escape leaves it where it is. */
export function useStageDrag(
  board: RefObject<HTMLElement | null>,
  onDrop: (id: number, stage: string) => void,
) {
  const [target, setTarget] = useState<string>();
  const [isDragging, setDragging] = useState(false);
  const begin = (id: number, event: PointerEvent) => {
    if (event.button !== 0) return;
    // Prevents the selection of text during the drag.
    event.preventDefault();
    const listeners = new AbortController();
    const { signal } = listeners;
    let stage: string | undefined;
    const end = (isDropped: boolean) => {
      listeners.abort();
      setDragging(false);
      setTarget(undefined);
      if (isDropped && stage !== undefined) onDrop(id, stage);
    };
    const follow = ({ clientX, clientY }: MouseEvent) => {
      if (clientY < edge) window.scrollBy(0, -step);
      if (clientY > window.innerHeight - edge) window.scrollBy(0, step);
      const box = board.current?.getBoundingClientRect();
      if (box && clientX < box.left + edge) board.current?.scrollBy(-step, 0);
      if (box && clientX > box.right - edge) board.current?.scrollBy(step, 0);
      const column = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-stage]');
      stage = column?.dataset.stage;
      setTarget(stage);
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
    setDragging(true);
  };
  return { begin, target, isDragging };
}
