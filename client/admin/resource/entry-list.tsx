import IconCopy from 'icon:copy';
import IconTrash from 'icon:trash';
import { ActionIcon, Input, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DragHandle, MoveButtons, useDragOrder } from '../components/drag-order.tsx';
import { notifyWithUndo } from '../components/notifications.tsx';
import { ClickedFieldContext, EntryPathContext } from './clicked-field.ts';
import classes from './entry-list.module.css';

export type AddEntry<E> = (at: number, create: (others: readonly E[]) => E) => void;

interface EntryListProps<E> {
  /** The path of the list in the form, for example `blocks` or `blocks.2.entries`. */
  path: string;
  legend: string;
  /** The word for one entry, for example 'block'. */
  noun: string;
  entries: readonly E[];
  put: (next: E[]) => void;
  /** The error message for the whole list. */
  error: string | undefined;
  /** Returns the title of an entry. */
  nameOf: (entry: E, place: number) => string;
  copyOf: (entry: E, others: readonly E[]) => E;
  /** Returns the error message of an entry, or `true` if one of its fields has an error. */
  errorAt: (place: number, entry: E) => string | boolean;
  isFull: boolean;
  /** The button that inserts an entry. `after` is the title of the entry above. Undefined at the end of the list. */
  insert: (at: number, add: AddEntry<E>, after?: string) => ReactNode;
  children: (entry: E, place: number, change: (entry: E) => void) => ReactNode;
}

/** A list of entries, of which closed ones mount no fields. */
export function EntryList<E extends object>(props: EntryListProps<E>) {
  const { path, legend, noun, entries, put, error, nameOf, copyOf, errorAt, isFull, insert, children } =
    props;
  const box = useRef<HTMLFieldSetElement>(null);
  const name = useId();
  const [said, say] = useState('');
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());

  // Two fields may change in one event, so each change starts from the newest list.
  const newest = useRef(entries);
  newest.current = entries;
  // Entries have no ids, so each gets a number that moves with it.
  const numbers = useRef<number[]>([]);
  const next = useRef(0);
  while (numbers.current.length < entries.length) numbers.current.push(next.current++);
  numbers.current.length = entries.length;

  const asked = use(ClickedFieldContext);
  useEffect(() => {
    if (!asked?.path.startsWith(`${path}.`) || asked.isDone) return;
    const number = numbers.current[Number.parseInt(asked.path.slice(path.length + 1), 10)];
    if (number !== undefined) setOpen((before) => new Set([...before, number]));
  }, [asked, path]);

  // An entry with an error stays open when the error is gone, because the person may still be typing.
  const wrong = entries.map((entry, place) => errorAt(place, entry));
  const opened = numbers.current.filter((number, place) => wrong[place] && !open.has(number));
  useEffect(() => {
    if (opened.length > 0) setOpen((before) => new Set([...before, ...opened]));
  });

  const change = (entriesNow: readonly E[], numbersNow: readonly number[]) => {
    newest.current = entriesNow;
    numbers.current = [...numbersNow];
    put([...entriesNow]);
  };
  const toggle = (number: number, isOpen: boolean) =>
    setOpen((before) => new Set(isOpen ? [...before, number] : [...before].filter((one) => one !== number)));
  const enter = (at: number, entry: E) => {
    const number = next.current++;
    flushSync(() => {
      change(newest.current.toSpliced(at, 0, entry), numbers.current.toSpliced(at, 0, number));
      toggle(number, true);
    });
    const fields = box.current?.querySelector(`#${CSS.escape(`${name}${number}`)}`);
    fields?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"]')?.focus();
  };
  const add: AddEntry<E> = (at, create) => enter(at, create(newest.current));
  const move = (from: number, to: number) => {
    const [entry, number] = [newest.current[from]!, numbers.current[from]!];
    change(
      newest.current.toSpliced(from, 1).toSpliced(to, 0, entry),
      numbers.current.toSpliced(from, 1).toSpliced(to, 0, number),
    );
    say(`${nameOf(entry, from)} moved to position ${to + 1} of ${entries.length}`);
  };
  const remove = (place: number) => {
    const entry = newest.current[place]!;
    change(newest.current.toSpliced(place, 1), numbers.current.toSpliced(place, 1));
    // The focused button disappears with the entry, so the list takes the focus.
    box.current?.focus();
    const hide = notifyWithUndo(`The ${noun} was removed`, nameOf(entry, place), () => {
      const number = next.current++;
      change(newest.current.toSpliced(place, 0, entry), numbers.current.toSpliced(place, 0, number));
    });
    offers.current.push(hide);
  };
  // Without the form, an undo has no place for the entry.
  const offers = useRef<(() => void)[]>([]);
  useEffect(
    () => () => {
      for (const hide of offers.current) hide();
    },
    [],
  );
  const { list, begin, markOf } = useDragOrder(entries.length, move);
  return (
    <fieldset ref={box} tabIndex={-1} className={classes.box}>
      <legend className={classes.legend}>{legend}</legend>
      {error && <Input.Error>{error}</Input.Error>}
      <ol ref={list} className={classes.list}>
        {entries.map((entry, place) => {
          const number = numbers.current[place]!;
          const line = nameOf(entry, place);
          const problem = wrong[place];
          const isOpen = open.has(number) || Boolean(problem);
          return (
            <li
              key={number}
              className={classes.entry}
              data-drag={markOf(place)}
              data-path={`${path}.${place}`}
            >
              <div className={classes.row}>
                <DragHandle onBegin={(event) => begin(place, event)} />
                <UnstyledButton
                  className={classes.line}
                  aria-expanded={isOpen}
                  aria-controls={`${name}${number}`}
                  onClick={() => toggle(number, !isOpen)}
                >
                  {line}
                </UnstyledButton>
                <span className={classes.acts}>
                  <MoveButtons
                    name={line}
                    place={place}
                    count={entries.length}
                    onMove={(to) => move(place, to)}
                  />
                  {!isFull && insert(place + 1, add, line)}
                  {!isFull && (
                    <ActionIcon
                      variant="subtle"
                      aria-label={`Duplicate ${line}`}
                      onClick={() => enter(place + 1, copyOf(newest.current[place]!, newest.current))}
                    >
                      <IconCopy size={16} stroke={1.6} aria-hidden="true" />
                    </ActionIcon>
                  )}
                  <ActionIcon variant="subtle" aria-label={`Remove ${line}`} onClick={() => remove(place)}>
                    <IconTrash size={16} stroke={1.6} aria-hidden="true" />
                  </ActionIcon>
                </span>
              </div>
              {typeof problem === 'string' && <Input.Error>{problem}</Input.Error>}
              <div id={`${name}${number}`} className={classes.fields} hidden={!isOpen}>
                {isOpen && (
                  <EntryPathContext value={`${path}.${place}`}>
                    {children(entry, place, (changed) => {
                      const at = numbers.current.indexOf(number);
                      change(newest.current.toSpliced(at, 1, changed), numbers.current);
                    })}
                  </EntryPathContext>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {isFull ? (
        <p className={classes.full}>There are as many as there may be.</p>
      ) : (
        insert(entries.length, add)
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}
