// What a module says about its columns. They are plain data, for server and browser.

import type { ListName } from './enumerations.ts';

interface Described {
  label: string;
  /** A short label for table heads and filters. Needed when `label` is a sentence. */
  heading?: string;
  /** The value for rows from before the column existed. The migration that adds the column uses the same default. */
  old?: unknown;
  /** Whether the drawer 'Publishing' edits the column. The row's form may then omit it. */
  isApart?: true;
}
export interface LineColumn extends Described {
  kind: 'line';
  max: number;
}
export interface TextColumn extends Described {
  kind: 'text';
  max: number;
}
/** A short text. An empty one is stored as null. */
export interface NoteColumn extends Described {
  kind: 'note';
  max: number;
  isOptional: true;
  /** The format that the text must have, unless it is empty. */
  format?: NoteFormat;
  /** The only accepted values, besides an empty text. Stored values may differ. */
  values?: readonly string[];
}
export type NoteFormat = 'address' | 'amount' | 'currency' | 'email' | 'language' | 'linkedin';
/** The HTML is cleaned before it is stored. */
export interface HtmlColumn extends Described {
  kind: 'html';
  max: number;
}
/** Formatted text that may be `''`. */
export interface StoryColumn extends HtmlColumn {
  isOptional: true;
}
export interface ChoiceColumn<V extends string = string> extends Described {
  kind: 'choice';
  values: readonly [V, ...V[]];
}
/** A value of a list that the company can change. Stored values may no longer be in the list. */
export interface ListedColumn extends Described {
  kind: 'listed';
  list: ListName;
}
export interface TickColumn extends Described {
  kind: 'tick';
  initial: boolean;
  isOptional: true;
}
/** A list of texts without duplicates. */
export interface TagsColumn extends Described {
  kind: 'tags';
  isOptional: true;
  /** The list of the settings whose keys the tags are. */
  keysOf?: 'services';
}
/** A list of texts without duplicates and with at least one entry. `atLeast` is the message for an empty list. */
export interface RequiredTagsColumn extends Described {
  kind: 'tags';
  atLeast: string;
}
/** A list with at least one entry, stored as it was typed. `noun` names an entry. */
export interface LinesColumn extends Described {
  kind: 'lines';
  noun: string;
  max: number;
}
/** A web address or `''`. */
export interface LinkColumn extends Described {
  kind: 'link';
  isOptional: true;
}
/** The path of an upload, or null. With `isRemovable`, a form can remove the picture by `remove_image`. */
export interface PictureColumn<R extends boolean = boolean> extends Described {
  kind: 'picture';
  isOptional: true;
  isRemovable: R;
}
/**
 * A moment, or null. With `isDay`, people enter a day, and the last millisecond of that day in the site's time zone is
 * stored.
 */
export interface MomentColumn extends Described {
  kind: 'moment';
  isOptional: true;
  isDay: boolean;
}
/** The last part of the row's address, or null. No other row of the module may have it now or have had it before. */
export interface SlugColumn extends Described {
  kind: 'slug';
  isOptional: true;
  /** Whether the slug is the whole path of the page, of one or two parts. */
  isPath?: true;
}
/** The id of a picture of the library, or null. */
export interface MediaColumn extends Described {
  kind: 'media';
  isOptional: true;
}
/**
 * A figure with its unit and meaning, such as 40, %, 'fewer calls'. Stored as it is, so the names of members must never
 * change. Their order is that in which PostgreSQL returns them, so that an unchanged figure never looks changed.
 */
export interface Figure {
  unit: string;
  number: string;
  meaning: string;
}
/**
 * A picture of the library with its caption, which may be `''`. Stored as it is, so the names of members must never
 * change.
 */
export interface CaptionedPicture {
  caption: string;
  media_id: number;
}
/** At most `max` figures. */
export interface FiguresColumn extends Described {
  kind: 'figures';
  isOptional: true;
  max: number;
  old: Figure[];
}
/** At most `max` pictures of the library, in their order. */
export interface GalleryColumn extends Described {
  kind: 'gallery';
  isOptional: true;
  max: number;
  old: CaptionedPicture[];
}
/** The id of a row of another module, or null. Answers contain null if that row no longer exists. */
export interface ReferenceColumn extends Described {
  kind: 'reference';
  isOptional: true;
  /** The module's name in the router. */
  to: string;
}
/** The ids of at most `max` rows of another module, in their order. Only inside blocks. */
export interface ReferencesColumn extends Described {
  kind: 'references';
  isOptional: true;
  to: string;
  max: number;
}
/** At most `max` entries with the same fields. Only inside blocks. */
export interface ItemsColumn<C extends Columns = Columns> extends Described {
  kind: 'items';
  isOptional: true;
  noun: string;
  max: number;
  fields: C;
}
/** A kind of block. `title` is the field whose text represents the block in lists. */
export interface BlockKind {
  label: string;
  /** The group of the menu in which staff find this kind. */
  group: string;
  title: string;
  fields: Columns;
}
/**
 * A block of a page. `key` stays the same when the block is changed or moved. The names of these two members are
 * stored, so they must never change.
 */
export interface Block {
  key: string;
  kind: string;
  [field: string]: unknown;
}
/** The blocks of a page, in their order. Blocks of a kind that this version does not know stay as they are. */
export interface BlocksColumn extends Described {
  kind: 'blocks';
  isOptional: true;
  kinds: Readonly<Record<string, BlockKind>>;
  max: number;
  /** The maximum number of entries in all blocks together. */
  maxEntries: number;
  old: Block[];
}
export type Column =
  | LineColumn
  | TextColumn
  | NoteColumn
  | HtmlColumn
  | StoryColumn
  | ChoiceColumn
  | ListedColumn
  | TickColumn
  | TagsColumn
  | RequiredTagsColumn
  | LinesColumn
  | LinkColumn
  | PictureColumn
  | MomentColumn
  | SlugColumn
  | MediaColumn
  | FiguresColumn
  | GalleryColumn
  | ReferenceColumn
  | ReferencesColumn
  | ItemsColumn
  | BlocksColumn;
export type Columns = Readonly<Record<string, Column>>;
