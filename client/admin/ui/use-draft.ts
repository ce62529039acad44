import { type ChangeEvent, useState } from 'react';

type KeysOf<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T] & string;

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/**
 * What a form holds until it is saved. `text` and `tick` give the props of a field that is written, chosen or ticked;
 * `errorOf` tells what stands under it.
 */
export function useDraft<T extends object, E>(initial: T, errorOf: (field: string) => E) {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<T>) => setDraft((before) => ({ ...before, ...part }));
  return {
    draft,
    change,
    isTouched: draft !== initial,
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
