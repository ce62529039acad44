import type { Baseline } from '../form-merge.ts';

/** The pictures of a form, by the member that they belong to. */
export type AutosaveFiles = Record<string, File>;

/** An autosave as it is stored. Its names never change, because an autosave outlives the program that wrote it. */
export interface StoredContent<T> {
  draft: T;
  ground: { row?: Baseline<T>['row']; base: T };
  attempt: { key: string; sent?: T | undefined };
}

/** The unsaved input of an open form, without passwords. */
export interface UnsavedInput<T> {
  content: StoredContent<T>;
  /** The members that differ from the stored row, without pictures. */
  changed: (keyof T & string)[];
  files: AutosaveFiles;
}

/** Unsaved input of an earlier opening of the same form. */
export interface EarlierAutosave<C> {
  opening: string;
  /** The time of the last change, in milliseconds. */
  at: number;
  content: C;
  files: AutosaveFiles;
  /** The autosave comes from the server, so it was typed on another device. */
  isOnServer?: boolean;
}

/** A place where the unsaved input of one open form is stored. No method rejects, so that the form works without it. */
export interface AutosaveStore<T> {
  /** Starts writing. Returns a function that ends it. */
  open(): () => void;
  /** Calls `onFound` for each earlier opening, as soon as no tab of this browser shows it any more. */
  list(signal: AbortSignal, onFound: (found: EarlierAutosave<StoredContent<T>>) => void): Promise<void>;
  /** Stores what `read` returns, once for several calls in a row. Resolves when this browser has done its part. */
  save(read: () => UnsavedInput<T>): Promise<void>;
  /** Deletes the autosave of this opening, or of another one. */
  remove(opening?: string): Promise<void>;
}
