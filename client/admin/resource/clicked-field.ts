import { createContext, use, useEffect } from 'react';
import { focusField } from '../preview/focus-field.ts';

/** The field whose text was clicked in the preview, for example `blocks.2.entries.0.answer`. */
export interface ClickedField {
  path: string;
  /** Each click moves the focus only once. */
  isDone: boolean;
}

export const ClickedFieldContext = createContext<ClickedField | undefined>(undefined);

/** For example `blocks.2`. Empty outside of entries. */
export const EntryPathContext = createContext('');

export function useFieldPath(name: string): string {
  const above = use(EntryPathContext);
  return above ? `${above}.${name}` : name;
}

/** Even if the field is mounted after the click. */
export function useFocusWhenClicked(path: string): void {
  const clicked = use(ClickedFieldContext);
  useEffect(() => {
    if (clicked?.path !== path || clicked.isDone) return;
    clicked.isDone = true;
    focusField(path);
  }, [clicked, path]);
}
