import type { ChangeEvent } from 'react';
import type { RecordForm } from '../../form/use-record-form.ts';

type KeysOf<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T] & string;

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/**
 * Returns functions for the props of a form's fields: `text` for inputs and selects, `tick` for checkboxes.
 * `errorOf` returns the message below a field.
 */
export function bindFields<T extends object, E>(
  { draft, change }: Pick<RecordForm<T>, 'draft' | 'change'>,
  errorOf: (field: string) => E,
) {
  return {
    text: (name: KeysOf<T, string>) => ({
      value: String(draft[name]),
      error: errorOf(name),
      onChange: (event: Typed) => change({ [name]: event.currentTarget.value } as Partial<T>),
    }),
    tick: (name: KeysOf<T, boolean>) => ({
      checked: Boolean(draft[name]),
      error: errorOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        change({ [name]: event.currentTarget.checked } as Partial<T>),
    }),
  };
}
