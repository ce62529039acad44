import { useState } from 'react';

/** A list of short words while it is written. */
export interface ChipsDraft {
  entries: readonly string[];
  /** What stands in the input and is not in the list yet. */
  pending: string;
  /** What to tell of the last try to add; `''` when there is nothing to tell. */
  remark: string;
  write(text: string): void;
  /** Takes what is pending into the list: trimmed, unless it is empty or there already. */
  add(): void;
  remove(entry: string): void;
}

interface Chips {
  entries: readonly string[];
  pending: string;
  onChange: (entries: string[], pending: string) => void;
}

/** The acts of a chips field on the words that its form holds. */
export function useChips({ entries, pending, onChange }: Chips): ChipsDraft {
  const [remark, setRemark] = useState('');
  return {
    entries,
    pending,
    remark,
    write: (text) => {
      onChange([...entries], text);
      setRemark('');
    },
    add: () => {
      const isThere = entries.includes(pending.trim());
      setRemark(isThere ? `"${pending.trim()}" has already been added.` : '');
      onChange(withPending(entries, pending), '');
    },
    remove: (entry) => {
      onChange(
        entries.filter((other) => other !== entry),
        pending,
      );
      setRemark('');
    },
  };
}

/** The list with what is still pending, for a save: a word that was typed is not lost. */
export function withPending(entries: readonly string[], pending: string): string[] {
  return [...new Set([...entries, pending.trim()])].filter(Boolean);
}
