import { createContext, use, useEffect } from 'react';
import { focusField } from '../preview/focus-field.ts';

/** A field that somebody has clicked in the preview, by its path: `blocks.2.entries.0.answer`. */
export interface AskedField {
  path: string;
  /** It has the focus. */
  isDone: boolean;
}

export const AskedFieldContext = createContext<AskedField | undefined>(undefined);

/** The path of the entry that is around a field: `blocks.2`. Empty outside of entries. */
export const EntryPathContext = createContext('');

/** Returns the path of a field in the entries around it. */
export function useFieldPath(name: string): string {
  const above = use(EntryPathContext);
  return above ? `${above}.${name}` : name;
}

/** Focuses the field when it is the asked one, as soon as it exists. */
export function useAskedFocus(path: string): void {
  const asked = use(AskedFieldContext);
  useEffect(() => {
    if (asked?.path !== path || asked.isDone) return;
    asked.isDone = true;
    focusField(path);
  }, [asked, path]);
}
