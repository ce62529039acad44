import IconArrowDown from 'icon:arrow-down';
import IconArrowUp from 'icon:arrow-up';
import IconGripVertical from 'icon:grip-vertical';
import IconX from 'icon:x';
import { ActionIcon, Input, Text, VisuallyHidden } from '@mantine/core';
import { type Key, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './ordered-list.module.css';

/** What the content of an entry is made with. */
export interface EntryTools<E> {
  name: string;
  /** The content between the handle and the buttons of the entry. `more` are buttons before that for removal. */
  row: (content: ReactNode, more?: ReactNode) => ReactNode;
  change: (entry: E) => void;
  /** Replaces the entry by several, and focuses the last one. */
  replaceBy: (entries: readonly E[], announcement?: string) => void;
  addBelow: (create: CreateEntry<E>) => void;
  moveTo: (place: number) => void;
  /** The id of the list's error, for inputs that the error may be about. */
  errorId: string | undefined;
}

export type CreateEntry<E> = (others: readonly E[]) => E;

export interface OrderedListProps<E> {
  legend: ReactNode;
  description?: ReactNode;
  entries: readonly E[];
  /** Needed if something else than this list adds, moves or removes entries while it is on the screen. */
  keyOf?: (entry: E) => Key | undefined;
  /** The name of an entry in its buttons and in announcements. */
  nameOf: (entry: E, place: number) => string;
  error?: string | undefined;
  /** No entry can be removed if there are only this many. */
  min?: number;
  /** How many entries can be moved, from the first one. */
  movable?: number;
  onChange: (next: E[], move?: { from: number; to: number }) => void;
  /** Called instead of the removal. `remove` removes the entry, and returns what puts it back. */
  onRemove?: (entry: E, remove: (isSilent?: boolean) => () => void, name: string) => void;
  propsOf?: (entry: E, place: number) => Readonly<Record<`data-${string}`, string | true | undefined>>;
  /** The control that adds entries. An added entry comes last, and its first input takes the focus. */
  footer?: (add: (create: CreateEntry<E>) => void) => ReactNode;
  children: (entry: E, place: number, tools: EntryTools<E>) => ReactNode;
}

const inputs = 'input, textarea, [contenteditable="true"]';

/**
 * A list of entries that people add, move and remove. Moves and removals are announced. After a removal, the next
 * entry takes the focus.
 */
export function OrderedList<E>(props: OrderedListProps<E>) {
  const { legend, description, entries, keyOf, nameOf, error, min = 0, movable = entries.length } = props;
  const { onChange, onRemove, propsOf, footer, children } = props;
  const errorId = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const [announcement, announce] = useState('');
  // Two entries may change in one event, so each change starts from the newest list.
  const newest = useRef(entries);
  newest.current = entries;
  // Entries without keys get numbers that move with them.
  const numbers = useRef<number[]>([]);
  const next = useRef(0);
  while (numbers.current.length < entries.length) numbers.current.push(next.current++);
  numbers.current.length = entries.length;
  const keys = () => (keyOf ? newest.current.map(keyOf) : numbers.current);
  const shownKeys = keys();

  const set = (list: readonly E[], listNumbers: number[]) => {
    newest.current = list;
    numbers.current = listNumbers;
    onChange([...list]);
  };
  const focusOn = (place: number, selectors: readonly string[]) => {
    const entry = [...list.current!.children].slice(0, place + 1).at(-1);
    const targets = selectors.map((selector) => entry?.querySelector<HTMLElement>(selector));
    (targets.find(Boolean) ?? box.current)?.focus();
  };
  const replace = (place: number, removed: number, added: readonly E[]) =>
    set(
      newest.current.toSpliced(place, removed, ...added),
      numbers.current.toSpliced(place, removed, ...added.map(() => next.current++)),
    );
  const add = (place: number, create: CreateEntry<E>) => {
    // Renders at once, because an input must exist before it can take the focus.
    flushSync(() => replace(place, 0, [create(newest.current)]));
    focusOn(place, [inputs]);
  };
  const move = (from: number, to: number) => {
    announce(`${nameOf(newest.current[from]!, from)} moved to position ${to + 1} of ${movable}`);
    newest.current = moved(newest.current, from, to);
    numbers.current = moved(numbers.current, from, to);
    onChange([...newest.current], { from, to });
  };
  const remove = (place: number, isSilent = false) => {
    const entry = newest.current[place]!;
    if (!isSilent) announce(`${nameOf(entry, place)} removed`);
    flushSync(() => replace(place, 1, []));
    focusOn(place, ['summary, [aria-expanded]', inputs, 'button']);
    return () => replace(place, 0, [entry]);
  };
  const { list, begin, markOf } = useDragOrder(movable, move);
  return (
    <fieldset ref={box} tabIndex={-1} className={classes.box} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{legend}</legend>
      {description && (
        <Text c="dimmed" fz="sm">
          {description}
        </Text>
      )}
      {error && <Input.Error id={errorId}>{error}</Input.Error>}
      <ol ref={list} className={classes.list}>
        {entries.map((entry, place) => {
          const name = nameOf(entry, place);
          const key = shownKeys[place];
          const placeNow = () => keys().indexOf(key);
          const tools: EntryTools<E> = {
            name,
            errorId: error ? errorId : undefined,
            change: (changed) => set(newest.current.with(placeNow(), changed), numbers.current),
            addBelow: (create) => add(placeNow() + 1, create),
            replaceBy: (replacements, text) => {
              const at = placeNow();
              flushSync(() => replace(at, 1, replacements));
              focusOn(at + replacements.length - 1, [inputs]);
              if (text) announce(text);
            },
            moveTo: (to) => move(placeNow(), to),
            row: (content, more) => (
              <div className={classes.row}>
                {place < movable && movable > 1 && (
                  // Hidden from assistive technology, which has the buttons.
                  <span
                    className={classes.handle}
                    title="Drag to reorder"
                    aria-hidden="true"
                    onPointerDown={(event) => begin(place, event)}
                  >
                    <IconGripVertical size={18} stroke={1.6} />
                  </span>
                )}
                {content}
                <span className={classes.acts}>
                  {place < movable && movable > 1 && (
                    <MoveButtons name={name} place={place} count={movable} onMove={(to) => move(place, to)} />
                  )}
                  {more}
                  {entries.length > min && (
                    <ActionIcon
                      variant="subtle"
                      aria-label={`Remove ${name}`}
                      onClick={() =>
                        onRemove
                          ? onRemove(entry, (isSilent) => remove(placeNow(), isSilent), name)
                          : remove(placeNow())
                      }
                    >
                      <IconX size={16} stroke={1.6} aria-hidden="true" />
                    </ActionIcon>
                  )}
                </span>
              </div>
            ),
          };
          return (
            <li key={key} className={classes.entry} data-drag={markOf(place)} {...propsOf?.(entry, place)}>
              {children(entry, place, tools)}
            </li>
          );
        })}
      </ol>
      {footer?.((create) => add(newest.current.length, create))}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </fieldset>
  );
}

/** A ref that points an input to the list's error. Inputs of Mantine 9.7 drop `aria-describedby`. */
export const describedBy = (id: string | undefined) => (input: Element | null) => {
  if (id) input?.setAttribute('aria-describedby', id);
  else input?.removeAttribute('aria-describedby');
};

function moved<E>(list: readonly E[], from: number, to: number): E[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]!);
}

interface MoveButtonsProps {
  name: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
}

/** A button without effect, such as 'up' on the first entry, remains focusable, so that the focus is not lost. */
function MoveButtons({ name, place, count, onMove }: MoveButtonsProps) {
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
      onClick={({ currentTarget }) => {
        if (isOff) return;
        flushSync(() => onMove(to));
        // A move in the document removes the focus.
        currentTarget.focus();
      }}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  ));
}

/** If the pointer is within this many pixels of the window's top or bottom edge, dragging scrolls the page. */
const edge = 64;
const step = 16;

/** Reorders the first `count` children of `list` with the mouse or by touch. Keyboard users have buttons. */
function useDragOrder(count: number, onMove: (from: number, to: number) => void) {
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
  /** `before` and `after`: the dragged entry would be dropped just before or after this one. */
  const markOf = (place: number) => {
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
