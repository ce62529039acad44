// The columns of a module as plain data. The panel builds forms and lists from them, the server its entity, schemas and views. Nothing
// here validates, so that a browser loads no validation with it.

import type { Role } from './roles.ts';

interface Described {
  label: string;
  /** What a table's head and a filter call it, where the label is a sentence. */
  heading?: string;
  /**
   * The value of a row that was stored before the column existed: in the table, the trash or an older export. Only for a column that
   * a later migration adds, whose default it is.
   */
  old?: unknown;
}
/** Required text on one line. */
export interface LineColumn extends Described {
  kind: 'line';
  max: number;
}
/** Required text of several lines. */
export interface TextColumn extends Described {
  kind: 'text';
  max: number;
}
/** Optional text; null when it is empty. */
export interface NoteColumn extends Described {
  kind: 'note';
  max: number;
  isOptional: true;
}
/** Formatted text, cleaned before it is stored. */
export interface HtmlColumn extends Described {
  kind: 'html';
  max: number;
}
export interface ChoiceColumn<V extends string = string> extends Described {
  kind: 'choice';
  values: readonly [V, ...V[]];
}
export interface TickColumn extends Described {
  kind: 'tick';
  initial: boolean;
  isOptional: true;
}
/** A list of text without duplicates. */
export interface TagsColumn extends Described {
  kind: 'tags';
  isOptional: true;
}
/** The same with at least one entry; `atLeast` is the message when there is none. */
export interface RequiredTagsColumn extends Described {
  kind: 'tags';
  atLeast: string;
}
/** A list of text as written, with at least one entry; `noun` names an entry. */
export interface LinesColumn extends Described {
  kind: 'lines';
  noun: string;
  max: number;
}
/** A web address, or `''`. */
export interface LinkColumn extends Described {
  kind: 'link';
  isOptional: true;
}
/** The path of an uploaded picture, or null. A form takes a removable one off by `remove_image`. */
export interface PictureColumn<R extends boolean = boolean> extends Described {
  kind: 'picture';
  isOptional: true;
  isRemovable: R;
}
export type Column =
  | LineColumn
  | TextColumn
  | NoteColumn
  | HtmlColumn
  | ChoiceColumn
  | TickColumn
  | TagsColumn
  | RequiredTagsColumn
  | LinesColumn
  | LinkColumn
  | PictureColumn;
export type Columns = Readonly<Record<string, Column>>;

type More<T> = { heading?: string; old?: T };

export const line = (label: string, max: number, more: More<string> = {}): LineColumn => ({
  ...{ kind: 'line', label, max, ...more },
});
export const text = (label: string, max: number, more: More<string> = {}): TextColumn => ({
  ...{ kind: 'text', label, max, ...more },
});
export const note = (label: string, max: number, more: More<null> = {}): NoteColumn => ({
  ...{ kind: 'note', label, max, isOptional: true, ...more },
});
export const html = (label: string, max: number, more: More<string> = {}): HtmlColumn => ({
  ...{ kind: 'html', label, max, ...more },
});
export const choice = <const V extends string>(
  label: string,
  values: readonly [V, ...V[]],
  more: More<NoInfer<V>> = {},
): ChoiceColumn<V> => ({ kind: 'choice', label, values, ...more });
/** `initial` is the value of a new row whose form does not name the column. */
export const tick = (label: string, initial = false, more: More<boolean> = {}): TickColumn => ({
  ...{ kind: 'tick', label, initial, isOptional: true, ...more },
});
export const tags = (label: string, more: More<string[]> = {}): TagsColumn => ({
  ...{ kind: 'tags', label, isOptional: true, ...more },
});
export const requiredTags = (
  label: string,
  atLeast: string,
  more: More<string[]> = {},
): RequiredTagsColumn => ({ kind: 'tags', label, atLeast, ...more });
export const lines = (label: string, noun: string, max: number, more: More<string[]> = {}): LinesColumn => ({
  kind: 'lines',
  label,
  noun,
  max,
  ...more,
});
export const link = (label: string, more: More<string> = {}): LinkColumn => ({
  ...{ kind: 'link', label, isOptional: true, ...more },
});
export const picture = <const R extends boolean = true>(
  label: string,
  { isRemovable = true as R, ...more }: More<null> & { isRemovable?: R } = {},
): PictureColumn<R> => ({ kind: 'picture', label, isOptional: true, isRemovable, ...more });

/** What a row holds in a column. */
export type Value<F> =
  F extends ChoiceColumn<infer V>
    ? V
    : F extends TickColumn
      ? boolean
      : F extends TagsColumn | RequiredTagsColumn | LinesColumn
        ? string[]
        : F extends NoteColumn | PictureColumn
          ? string | null
          : string;

/** Everything that people write of a row. */
export type Words<C extends Columns> = { [K in keyof C]: Value<C[K]> };

export type KeyOf<C extends Columns, F> = { [K in keyof C]: C[K] extends F ? K : never }[keyof C] & string;
export type HasPicture<C extends Columns, Yes, No> = [KeyOf<C, PictureColumn>] extends [never] ? No : Yes;

/** How a form or a query may spell a tick. */
export type FlagInput = boolean | 'true' | 'false' | '1' | '0';

/** How a form may spell a column's value: forms send lists as JSON text, and `null` clears a text. */
type Spelled<F, Picture> = F extends PictureColumn
  ? Picture
  : F extends TickColumn
    ? FlagInput
    : F extends TagsColumn | RequiredTagsColumn
      ? string[] | string
      : F extends NoteColumn | LinkColumn
        ? string | null
        : Value<F>;
type OptionalKey<C extends Columns> = KeyOf<C, { isOptional: true }>;

/** What a form sends to create a row. */
export type Input<C extends Columns, Picture = File | ''> = {
  [K in Exclude<keyof C, OptionalKey<C>>]: Spelled<C[K], Picture>;
} & { [K in OptionalKey<C>]?: Spelled<C[K], Picture> | undefined } & HasPicture<
    C,
    { image_alt?: string | undefined },
    unknown
  >;

/** What a module states about itself beside its columns. */
export interface Facts {
  /** The class of a row: 'Job'. */
  entity: string;
  table: string;
  /** The module's name in the activity log. Stored there, so it never changes. */
  log: string;
  /** The key by which the metadata of a log entry names the row. */
  idKey: string;
  /** The name of its file in an export. */
  file: string;
  /** The path of its REST calls, below `/api`. */
  path: `/admin/${string}`;
  /** Its address in the panel, where that is not `path`. */
  address?: `/admin/${string}`;
  /** What the answers call one row and several: 'job', 'jobs'. */
  one: string;
  many: string;
  /** What the log's sentences call one row: 'job posting'. */
  noun: string;
  /** What the log's filter calls the module. */
  label: string;
  /** Who manages it. */
  roles: readonly Role[];
  /** Rows on a page when the caller names a page but no size. */
  pageSize: number;
  /** The columns by which its lists are filtered and counted. */
  facets: readonly string[];
  /** The tick without which visitors cannot see a row; null when they see every row. */
  publicBy: string | null;
  /** Create and update answer `success: true` beside the row. */
  hasSuccess?: true;
}
