import IconPlus from 'icon:plus';
import { Button, Input, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDragOrder } from '../components/drag-order.tsx';
import { StringListItem } from './string-list-item.tsx';
import classes from './fields.module.css';

interface StringListInputProps {
  /** For example 'Requirements'. */
  legend: string;
  /** The name of one entry, to which the number of the entry is added. For example, 'Requirement' becomes 'Requirement 2'. */
  noun: string;
  entries: readonly string[];
  error?: string | undefined;
  onChange: (entries: string[]) => void;
}

/** A field for an ordered list of texts with at least one entry. The browser refuses empty entries. */
export function StringListInput({ legend, noun, entries, error, onChange }: StringListInputProps) {
  const id = useId();
  const [said, say] = useState('');
  const { items, write, insert, replace, remove, move } = useListItems(entries, onChange);
  // `flushSync` renders before the next statement, because the new input must exist before the input can take
  // the focus.
  const insertAt = (place: number) => focusOn(`${id}-${flushSync(() => insert(place))}`);
  const removeAt = (place: number) => {
    flushSync(() => remove(place));
    focusOn(`${id}-${items[place + 1]?.id ?? items[place - 1]?.id}`);
    say(`${noun} ${place + 1} removed`);
  };
  const moveTo = (from: number, to: number) => {
    flushSync(() => move(from, to));
    say(`${noun} ${from + 1} moved to position ${to + 1} of ${items.length}`);
  };
  // The server's error does not say which entry is invalid. If some entries are empty, only the empty entries are
  // marked. Otherwise, all entries are marked.
  const hasEmpty = items.some(({ text }) => !text.trim());
  const isWrong = (text: string) => Boolean(error) && (!hasEmpty || !text.trim());
  const { list, begin, markOf } = useDragOrder(items.length, moveTo);
  return (
    <fieldset>
      <legend className={classes.entriesLegend}>{legend}</legend>
      <ol className={classes.entries} ref={list}>
        {items.map((item, place) => (
          <StringListItem
            key={item.id}
            id={`${id}-${item.id}`}
            name={`${noun} ${place + 1}`}
            text={item.text}
            place={place}
            count={items.length}
            errorId={isWrong(item.text) ? `${id}-error` : undefined}
            dragMark={markOf(place)}
            onDrag={(event) => begin(place, event)}
            onWrite={(text) => write(place, text)}
            onPasteLines={(lines, caret) => {
              focusOn(`${id}-${flushSync(() => replace(place, lines))}`, caret);
              say(`${lines.length} entries pasted`);
            }}
            onEnter={() => insertAt(place + 1)}
            onMove={(to) => moveTo(place, to)}
            onRemove={() => removeAt(place)}
          />
        ))}
      </ol>
      {error && (
        <Input.Error mb="sm" id={`${id}-error`}>
          {error}
        </Input.Error>
      )}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={15} stroke={1.8} />}
        onClick={() => insertAt(items.length)}
      >
        Add {noun.toLowerCase()}
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}

function focusOn(id: string, caret?: number): void {
  const input = document.getElementById(id);
  input?.focus();
  if (caret !== undefined && input instanceof HTMLTextAreaElement) input.setSelectionRange(caret, caret);
}

/**
 * Returns the entries of a list, each with a stable id, and the functions that change the list. React recognises moved
 * entries by their ids.
 */
function useListItems(entries: readonly string[], onChange: (entries: string[]) => void) {
  const [ids, setIds] = useState(() => entries.map((_, place) => place));
  const items = entries.map((text, place) => ({ id: ids[place]!, text }));
  const put = (next: typeof items) => {
    setIds(next.map(({ id }) => id));
    onChange(next.map(({ text }) => text));
  };
  return {
    items,
    write: (place: number, text: string) => put(items.with(place, { ...items[place]!, text })),
    /** Inserts an empty entry at an index and returns its id. */
    insert: (place: number) => {
      const id = Math.max(-1, ...ids) + 1;
      put(items.toSpliced(place, 0, { id, text: '' }));
      return id;
    },
    /** Replaces an entry with several entries, and returns the id of the last one. */
    replace: (place: number, texts: readonly string[]) => {
      const first = Math.max(-1, ...ids) + 1;
      put(items.toSpliced(place, 1, ...texts.map((text, index) => ({ id: first + index, text }))));
      return first + texts.length - 1;
    },
    remove: (place: number) => put(items.toSpliced(place, 1)),
    move: (from: number, to: number) => put(items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)),
  };
}
