import type { Baseline } from '../form-merge.ts';

/** By the name of their form value. */
export type AutosaveFiles = Record<string, File>;

/** As stored: the names must not change, because later versions of the panel read them too. */
export interface StoredContent<T> {
  draft: T;
  ground: { row?: Baseline<T>['row']; base: T };
  attempt: { key: string; sent?: T | undefined; mayLackValues?: boolean | undefined };
  /** Openings whose autosaves were restored into this one or discarded. */
  unneeded?: string[];
}

/** Without passwords. */
export interface UnsavedInput<T> {
  content: StoredContent<T>;
  /** The names of the form values that differ from the stored row, without pictures and passwords. */
  changed: (keyof T & string)[];
  files: AutosaveFiles;
}

export interface EarlierAutosave<C> {
  opening: string;
  /** In milliseconds. */
  at: number;
  content: C;
  files: AutosaveFiles;
  /** Input from the server may have been typed on another device. */
  isOnServer?: boolean;
}

/** No method rejects: the form works even if nothing can be stored. */
export interface AutosaveStore<T> {
  /** Returns a function to call when the form closes. */
  open(): () => void;
  /** Each call waits until no tab of this browser has the earlier opening on the screen. */
  list(signal: AbortSignal, onFound: (autosave: EarlierAutosave<StoredContent<T>>) => void): Promise<void>;
  /** Of quick calls only the last is always stored. Does not wait for the server. */
  save(read: () => UnsavedInput<T>): Promise<void>;
  /** Without `opening`, of this one. */
  remove(opening?: string): Promise<void>;
}
