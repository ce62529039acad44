import type { Baseline } from '../form-merge.ts';

/** The pictures of a form, by the names of the members that hold them. */
export type AutosaveFiles = Record<string, File>;

/**
 * The stored content of an autosave. The names of its properties never change, because later versions of the panel read
 * stored autosaves too.
 */
export interface StoredContent<T> {
  draft: T;
  ground: { row?: Baseline<T>['row']; base: T };
  attempt: { key: string; sent?: T | undefined };
}

/** The unsaved input of an open form, without passwords. */
export interface UnsavedInput<T> {
  content: StoredContent<T>;
  /** The fields, except pictures, that differ from the stored row. */
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
  /** The autosave comes from the server, so the input was typed on another device. */
  isOnServer?: boolean;
}

/** A place where the unsaved input of one open form is stored. No method rejects, so that the form works even if nothing can be stored. */
export interface AutosaveStore<T> {
  /** Called when the form opens. Returns a function to call when the form closes. */
  open(): () => void;
  /** Calls `onFound` for the autosave of each earlier opening, as soon as no tab of this browser shows that opening any more. */
  list(signal: AbortSignal, onFound: (found: EarlierAutosave<StoredContent<T>>) => void): Promise<void>;
  /**
   * Stores the result of `read`. Several calls in a row are stored only once. Resolves when this browser has stored the
   * result, without waiting for the server.
   */
  save(read: () => UnsavedInput<T>): Promise<void>;
  /** Deletes the autosave of an opening. Without `opening`, deletes the autosave of this opening. */
  remove(opening?: string): Promise<void>;
}
