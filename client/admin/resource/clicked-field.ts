import { createContext, use, useEffect } from 'react';
import { focusField } from '../preview/focus-field.ts';

/** A field that somebody has clicked in the preview, by its path, for example `blocks.2.entries.0.answer`. */
export interface ClickedField {
  path: string;
  /** The field has received the focus once, so it must not take the focus again. */
  isDone: boolean;
}

export const ClickedFieldContext = createContext<ClickedField | undefined>(undefined);

/** The path of the entry that contains a field, for example `blocks.2`. Empty outside of entries. */
export const EntryPathContext = createContext('');

/** Returns the path of a field, including the path of the entry that contains it. */
export function useFieldPath(name: string): string {
  const above = use(EntryPathContext);
  return above ? `${above}.${name}` : name;
}

/** Focuses the field if somebody has clicked it in the preview. The field may be mounted after the click. */
export function useFocusWhenClicked(path: string): void {
  const asked = use(ClickedFieldContext);
  useEffect(() => {
    if (asked?.path !== path || asked.isDone) return;
    asked.isDone = true;
    focusField(path);
  }, [asked, path]);
}
