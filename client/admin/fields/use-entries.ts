import { useState } from 'react';

/** Gives each entry of a list a stable id, so that React recognises moved entries. */
export function useListItems(entries: readonly string[], onChange: (entries: string[]) => void) {
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
    remove: (place: number) => put(items.toSpliced(place, 1)),
    move: (from: number, to: number) => put(items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)),
  };
}
