import type { ListName } from './enumerations.ts';
import type { Block, CaptionedPicture, Figure } from './json-values.ts';

// The descriptions of a module's columns. Descriptions are plain data, so that the server and the browser can
// use them.

interface Described {
  label: string;
  /** A short label for table heads and filters. Needed when `label` is a sentence. */
  heading?: string;
  /**
   * The value of rows that are older than the column. The migration that adds the column uses the same
   * default.
   */
  old?: unknown;
  /**
   * Set when the drawer 'Publishing' edits the column. Calls that create or change a row may omit the column.
   */
  isApart?: true;
}
/** A column that requests may omit. */
interface OptionalColumn extends Described {
  isOptional: true;
}
export interface LineColumn extends Described {
  kind: 'line';
  max: number;
}
export interface TextColumn extends Described {
  kind: 'text';
  max: number;
}
/** A short text. An empty text is stored as null. */
export interface NoteColumn extends OptionalColumn {
  kind: 'note';
  max: number;
  /** The format that the text must have, unless it is empty. */
  format?: NoteFormat;
  /**
   * The values that are accepted, in addition to an empty text. Rows may have other values from an earlier
   * version.
   */
  values?: readonly string[];
}
export type NoteFormat = 'address' | 'amount' | 'currency' | 'email' | 'language' | 'linkedin';
/** A formatted text. The HTML is cleaned before it is stored. */
export interface HtmlColumn extends Described {
  kind: 'html';
  max: number;
}
/** A formatted text that may be `''`. */
export interface StoryColumn extends HtmlColumn {
  isOptional: true;
}
export interface ChoiceColumn<V extends string = string> extends Described {
  kind: 'choice';
  values: readonly [V, ...V[]];
}
/** A value of a list in the settings, such as the blog categories. A stored value might no longer be in the list. */
export interface ListedColumn extends Described {
  kind: 'listed';
  list: ListName;
}
export interface TickColumn extends OptionalColumn {
  kind: 'tick';
  initial: boolean;
}
/** A list of texts without duplicates. */
export interface TagsColumn extends OptionalColumn {
  kind: 'tags';
  /** The list in the settings from which the tags come. Each tag is the key of an entry. */
  keysOf?: 'services';
}
/** A list of texts without duplicates and with at least one entry. `atLeast` is the message for an empty list. */
export interface RequiredTagsColumn extends Described {
  kind: 'tags';
  atLeast: string;
}
/** A list of texts with at least one entry. Duplicates are allowed. `noun` names an entry in messages. */
export interface LinesColumn extends Described {
  kind: 'lines';
  noun: string;
  max: number;
}
/** A web address or `''`. */
export interface LinkColumn extends OptionalColumn {
  kind: 'link';
}
/**
 * The path of an uploaded picture, or null. If `isRemovable` is set, calls can remove the picture with `remove_image`.
 */
export interface PictureColumn<R extends boolean = boolean> extends OptionalColumn {
  kind: 'picture';
  isRemovable: R;
}
/**
 * A moment, or null. If `isDay` is set, people enter a day. The stored moment is then the last millisecond of that day
 * in the site's time zone.
 */
export interface MomentColumn extends OptionalColumn {
  kind: 'moment';
  isDay: boolean;
}
/**
 * The last part of the address of the row's page, or null. No other row of the module may have this slug in its current
 * address or in a past address.
 */
export interface SlugColumn extends OptionalColumn {
  kind: 'slug';
  /** Set when the slug is the whole path of the page, which has one or two parts. */
  isPath?: true;
}
/** The id of a picture in the library, or null. */
export interface MediaColumn extends OptionalColumn {
  kind: 'media';
}
/** A list of at most `max` figures. */
export interface FiguresColumn extends OptionalColumn {
  kind: 'figures';
  max: number;
  old: Figure[];
}
/** A list of at most `max` pictures of the library. Staff choose their order. */
export interface GalleryColumn extends OptionalColumn {
  kind: 'gallery';
  max: number;
  old: CaptionedPicture[];
}
/** The id of a row of another module, or null. Responses contain null if that row no longer exists. */
export interface ReferenceColumn extends OptionalColumn {
  kind: 'reference';
  /** The name of the other module in the router. */
  to: string;
}
/**
 * A list of the ids of at most `max` rows of another module. Staff choose their order. This kind of column
 * occurs only in blocks.
 */
export interface ReferencesColumn extends OptionalColumn {
  kind: 'references';
  to: string;
  max: number;
}
/** A list of at most `max` entries with the same fields. This kind of column occurs only in blocks. */
export interface ItemsColumn<C extends Columns = Columns> extends OptionalColumn {
  kind: 'items';
  noun: string;
  max: number;
  fields: C;
}
/** A kind of block. `title` is the field that represents the block in lists. */
export interface BlockKind {
  label: string;
  /** The group of the menu in which staff find this kind. */
  group: string;
  title: string;
  fields: Columns;
}
/**
 * The blocks of a page in the order of the page. Blocks of a kind that this version does not have are kept.
 */
export interface BlocksColumn extends OptionalColumn {
  kind: 'blocks';
  kinds: Readonly<Record<string, BlockKind>>;
  max: number;
  /** The maximum number of list entries in all blocks of a row. */
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

export type ColumnValue<F> =
  F extends ChoiceColumn<infer V>
    ? V
    : F extends TickColumn
      ? boolean
      : F extends TagsColumn | RequiredTagsColumn | LinesColumn
        ? string[]
        : F extends NoteColumn | PictureColumn
          ? string | null
          : F extends MomentColumn
            ? Date | null
            : F extends SlugColumn
              ? string | null
              : F extends MediaColumn | ReferenceColumn
                ? number | null
                : F extends ReferencesColumn
                  ? number[]
                  : F extends FiguresColumn
                    ? Figure[]
                    : F extends GalleryColumn
                      ? CaptionedPicture[]
                      : F extends BlocksColumn
                        ? Block[]
                        : F extends ItemsColumn
                          ? object[]
                          : string;

/**
 * The type of a stored value. A choice may be any text, because rows may have a choice from an earlier
 * version. A moment is a text in ISO 8601.
 */
export type StoredValue<F> =
  F extends ChoiceColumn<infer V>
    ? V | (string & {})
    : F extends MomentColumn
      ? string | null
      : ColumnValue<F>;

export type ColumnValues<C extends Columns> = { [K in keyof C]: ColumnValue<C[K]> };

export type GroupColumn = ChoiceColumn | ListedColumn;
export type KeyOf<C extends Columns, F> = { [K in keyof C]: C[K] extends F ? K : never }[keyof C] & string;
export type IfHasPicture<C extends Columns, Yes, No> = [KeyOf<C, PictureColumn>] extends [never] ? No : Yes;

/** A column that a new row may omit. */
type Omissible =
  | MomentColumn
  | NoteColumn
  | StoryColumn
  | FiguresColumn
  | GalleryColumn
  | BlocksColumn
  | ReferenceColumn
  | MediaColumn
  | { isApart: true };

/**
 * Returns whether a new row gets the initial value of the column before the given values are assigned. Notes do not
 * need this, because the entity stores null for every absent note.
 */
export function needsInitialValue(column: Column): boolean {
  const { kind, isApart = false } = column;
  return isApart || omissible.has(kind) || (kind === 'html' && 'isOptional' in column);
}
const omissible = new Set<Column['kind']>(['moment', 'figures', 'gallery', 'blocks', 'reference', 'media']);

export type NewValues<C extends Columns> = Omit<ColumnValues<C>, KeyOf<C, Omissible>> & {
  [K in KeyOf<C, Omissible>]?: ColumnValue<C[K]> | undefined;
};
export type IfHasSlug<C extends Columns, Yes, No> = [KeyOf<C, SlugColumn>] extends [never] ? No : Yes;
export type IfHasMoment<C extends Columns, Yes, No> = [KeyOf<C, MomentColumn>] extends [never] ? No : Yes;

/** The values with which a form or a query can express a boolean. */
export type FlagInput = boolean | 'true' | 'false' | '1' | '0';

/**
 * The type of a column's value in a request, as a form or JSON may send it. A form sends a list as JSON text.
 * `null` clears a text.
 */
type Spelled<F, Picture> = F extends PictureColumn
  ? Picture
  : F extends TickColumn
    ? FlagInput
    : F extends TagsColumn | RequiredTagsColumn
      ? string[] | string
      : F extends NoteColumn | LinkColumn | MomentColumn | SlugColumn
        ? string | null
        : F extends MediaColumn | ReferenceColumn
          ? number | `${number}` | '' | null
          : F extends FiguresColumn | GalleryColumn | BlocksColumn
            ? ColumnValue<F> | string
            : ColumnValue<F>;
type OptionalKey<C extends Columns> = KeyOf<C, { isOptional: true }>;

/** The values of a row's columns in a request. */
export type ColumnInputs<C extends Columns, Picture = File | ''> = {
  [K in Exclude<keyof C, OptionalKey<C>>]: Spelled<C[K], Picture>;
} & { [K in OptionalKey<C>]?: Spelled<C[K], Picture> | undefined };
