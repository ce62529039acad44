import IconArrowDown from 'icon:arrow-down';
import IconArrowUp from 'icon:arrow-up';
import IconGripVertical from 'icon:grip-vertical';
import { ActionIcon } from '@mantine/core';
import { type PointerEvent, useRef, useState } from 'react';
import rows from './rows.module.css';

/** If the pointer is within this many pixels of the window's top or bottom edge, dragging scrolls the page. */
const edge = 64;
const step = 16;

/**
 * The mark of a list entry during a drag. `before` and `after` mean that the dragged entry would be dropped
 * just before or just after this entry.
 */
export type DragMark = 'dragged' | 'before' | 'after' | undefined;

/**
 * Lets people reorder a list with the mouse or by touch. Keyboard users have `MoveButtons` instead. Only the first
 * `count` children can be moved. Returns `list`, the ref for the list element. Also returns `begin`, which starts a
 * drag, and `markOf`, which returns the mark of an entry.
 */
export function useDragOrder(count: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const begin = (from: number, event: PointerEvent) => {
    if (event.button !== 0 || !list.current) return;
    // Prevents the selection of text during the drag.
    event.preventDefault();
    const others = [...list.current.children].slice(0, count).toSpliced(from, 1);
    const listeners = new AbortController();
    let to = from;
    const end = (isDropped: boolean) => {
      listeners.abort();
      setDrag(undefined);
      if (isDropped && to !== from) onMove(from, to);
    };
    const { signal } = listeners;
    const follow = ({ clientY }: MouseEvent) => {
      if (clientY < edge) window.scrollBy(0, -step);
      if (clientY > window.innerHeight - edge) window.scrollBy(0, step);
      to = others.filter((item) => middleOf(item) < clientY).length;
      setDrag({ from, to });
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', () => end(true), { signal });
    window.addEventListener('pointercancel', () => end(false), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
    setDrag({ from, to });
  };
  const markOf = (place: number): DragMark => {
    if (drag?.from === place) return 'dragged';
    if (drag?.to !== place) return undefined;
    return drag.to < drag.from ? 'before' : 'after';
  };
  return { list, begin, markOf };
}

function middleOf(item: Element): number {
  const { top, height } = item.getBoundingClientRect();
  return top + height / 2;
}

/**
 * The handle with which people drag an entry. The handle is hidden from assistive technology, because
 * `MoveButtons` are available there.
 */
export function DragHandle({ onBegin }: { onBegin: (event: PointerEvent) => void }) {
  return (
    <span className={rows.handle} title="Drag to reorder" aria-hidden="true" onPointerDown={onBegin}>
      <IconGripVertical size={18} stroke={1.6} />
    </span>
  );
}

interface MoveButtonsProps {
  /** The name of the entry, for assistive technology. */
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
}

/**
 * The buttons that move an entry up and down. A button that has no effect, such as 'up' on the first entry, remains
 * focusable, so that the focus is not lost.
 */
export function MoveButtons({ name, place, count, onMove }: MoveButtonsProps) {
  const ways = [
    { way: 'up', to: place - 1, Icon: IconArrowUp, isOff: place === 0 },
    { way: 'down', to: place + 1, Icon: IconArrowDown, isOff: place === count - 1 },
  ];
  return ways.map(({ way, to, Icon, isOff }) => (
    <ActionIcon
      key={way}
      variant="subtle"
      aria-label={`Move ${name} ${way}`}
      aria-disabled={isOff}
      onClick={() => !isOff && onMove(to)}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  ));
}
