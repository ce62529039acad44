import { useState } from 'react';

/** The state of a chips field. */
export interface TagsValue {
  entries: readonly string[];
  /** The text in the input that is not added yet. */
  pending: string;
  /** A message about the last attempt to add, or `''`. */
  remark: string;
  write(text: string): void;
  /** Adds the pending text, trimmed. Ignores empty and existing texts. */
  add(): void;
  remove(entry: string): void;
}

interface Chips {
  entries: readonly string[];
  pending: string;
  onChange: (entries: string[], pending: string) => void;
}

/** Returns the state and actions of a chips field. The form stores the texts. */
export function useTags({ entries, pending, onChange }: Chips): TagsValue {
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
      onChange(withPendingTag(entries, pending), '');
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

/** Returns the list with the pending text added, so that a save does not lose it. */
export function withPendingTag(entries: readonly string[], pending: string): string[] {
  return [...new Set([...entries, pending.trim()])].filter(Boolean);
}
