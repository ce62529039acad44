import type { Baseline } from '../form-merge.ts';

/** The unsaved pictures of a form, by the name of their form value. */
export type AutosaveFiles = Record<string, File>;

/**
 * The content of an autosave as it is stored. The names of the properties must not change, because later
 * versions of the panel read stored autosaves too.
 */
export interface StoredContent<T> {
  draft: T;
  ground: { row?: Baseline<T>['row']; base: T };
  attempt: { key: string; sent?: T | undefined };
  /** The earlier openings whose autosaves were restored into this one or discarded. */
  unneeded?: string[];
}

/** The unsaved input of an open form, without passwords. */
export interface UnsavedInput<T> {
  content: StoredContent<T>;
  /** The names of the form values that differ from the stored row, without pictures and passwords. */
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
  /** Whether the autosave comes from the server. Such input may have been typed on another device. */
  isOnServer?: boolean;
}

/** A place where the unsaved input of one open form is stored. No method rejects, so that the form works even if nothing can be stored. */
export interface AutosaveStore<T> {
  /** Called when the form opens. Returns a function to call when the form closes. */
  open(): () => void;
  /**
   * Calls `onFound` for the autosave of each earlier opening. Each call waits until no tab of this browser has the
   * earlier opening on the screen.
   */
  list(signal: AbortSignal, onFound: (found: EarlierAutosave<StoredContent<T>>) => void): Promise<void>;
  /**
   * Stores the result of `read`. If several calls follow each other quickly, only the last result is always stored.
   * Resolves when this browser has stored the result, without waiting for the server.
   */
  save(read: () => UnsavedInput<T>): Promise<void>;
  /** Deletes the autosave of an opening. If `opening` is undefined, deletes the autosave of this opening. */
  remove(opening?: string): Promise<void>;
}
