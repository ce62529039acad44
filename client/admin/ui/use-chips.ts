import { useState } from 'react';

/** A list of short words while it is written. */
export interface ChipsDraft {
  entries: readonly string[];
  /** What stands in the input and is not in the list yet. */
  pending: string;
  /** What to tell of the last try to add; `''` when there is nothing to tell. */
  remark: string;
  isTouched: boolean;
  write(text: string): void;
  /** Takes what is pending into the list: trimmed, unless it is empty or there already. */
  add(): void;
  remove(entry: string): void;
  /** The list with what is still pending, for a save: a word that was typed is not lost. */
  all(): string[];
}

/** Holds the words of a chips field. */
export function useChips(initial: readonly string[]): ChipsDraft {
  const [entries, setEntries] = useState(initial);
  const [pending, setPending] = useState('');
  const [remark, setRemark] = useState('');
  const all = () => [...new Set([...entries, pending.trim()])].filter(Boolean);
  return {
    entries,
    pending,
    remark,
    isTouched: entries !== initial || pending !== '',
    write: (text) => {
      setPending(text);
      setRemark('');
    },
    add: () => {
      const isThere = entries.includes(pending.trim());
      setRemark(isThere ? `“${pending.trim()}” is in the list already.` : '');
      setEntries(all());
      setPending('');
    },
    remove: (entry) => {
      setEntries(entries.filter((other) => other !== entry));
      setRemark('');
    },
    all,
  };
}
