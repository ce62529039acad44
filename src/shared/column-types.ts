import type { ListName } from './enumerations.ts';

/**
 * Such as 40, %, 'fewer calls'. Figures are stored as JSON with these names, so they must never change. The order is
 * that of PostgreSQL, or an unchanged figure would look changed.
 */
export interface Figure {
  unit: string;
  /** Absent if the figure compares nothing, as `before` is. */
  after?: string | undefined;
  before?: string | undefined;
  number: string;
  meaning: string;
}

/** The caption may be `''`. Stored as JSON with these names, so they must never change. */
export interface CaptionedPicture {
  caption: string;
  media_id: number;
}

/** `key` stays when the block is changed or moved. Both names are stored, so they must never change. */
export interface Block {
  key: string;
  kind: string;
  [field: string]: unknown;
}

// A module's columns as plain data, for server and browser.

interface Described {
  label: string;
  /** For table heads and filters, when `label` is a sentence. */
  heading?: string;
  /** The value of older rows, and the default in the migration that adds the column. */
  old?: unknown;
  /** Answers leave out an empty value. */
  isLeftOutWhenEmpty?: true;
  /** The drawer 'Publishing' edits the column. Calls that create or change a row may omit it. */
  isApart?: true;
}
interface OptionalColumn extends Described {
  isOptional: true;
}
interface LineColumn extends Described {
  kind: 'line';
  max: number;
}
interface TextColumn extends Described {
  kind: 'text';
  max: number;
}
/** A text that may be empty, perhaps in a format. An empty one is stored as null. */
export interface OptionalTextColumn extends OptionalColumn {
  kind: 'optionalText';
  max: number;
  format?: OptionalTextFormat;
  /** The accepted values besides an empty text. Rows may have others from an earlier version. */
  values?: readonly string[];
}
export type OptionalTextFormat = 'address' | 'amount' | 'currency' | 'email' | 'language' | 'linkedin';
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
/** A value of a list in the settings, such as the blog categories. A stored one may have left the list. */
export interface ListedColumn extends Described {
  kind: 'listed';
  list: ListName;
}
export interface TickColumn extends OptionalColumn {
  kind: 'tick';
  initial: boolean;
}
/** Without duplicates. */
export interface TagsColumn extends OptionalColumn {
  kind: 'tags';
  /** The list in the settings of whose entries each tag is a key. */
  keysOf?: 'services';
}
/** Without duplicates, with at least one entry. `atLeast` is the message for an empty list. */
export interface RequiredTagsColumn extends Described {
  kind: 'tags';
  atLeast: string;
}
/** At least one text. Duplicates are allowed. `noun` names an entry in messages. */
export interface LinesColumn extends Described {
  kind: 'lines';
  noun: string;
  max: number;
}
/** A web address or `''`. */
export interface LinkColumn extends OptionalColumn {
  kind: 'link';
}
/** The path of an uploaded picture, or null. `isRemovable` lets calls remove it with `remove_image`. */
export interface PictureColumn<R extends boolean = boolean> extends OptionalColumn {
  kind: 'picture';
  isRemovable: R;
}
/** A day of the calendar as `YYYY-MM-DD`, in no time zone. */
export interface DayColumn extends Described {
  kind: 'day';
}
/** A day or null. */
export interface OptionalDayColumn extends OptionalColumn {
  kind: 'day';
}
/** A moment, or null. With `isDay`, people enter a day, and its last millisecond in the site's time zone is stored. */
export interface MomentColumn extends OptionalColumn {
  kind: 'moment';
  isDay: boolean;
}
/** The last part of the address of the row's page, or null. No other row of the module has it, now or in the past. */
export interface SlugColumn extends OptionalColumn {
  kind: 'slug';
  /** The slug is the whole path of the page, with one or two parts. */
  isPath?: true;
}
/** The id of a picture in the library, or null. */
export interface MediaColumn extends OptionalColumn {
  kind: 'media';
}
export interface FiguresColumn extends OptionalColumn {
  kind: 'figures';
  max: number;
  old: Figure[];
}
/** Pictures of the library. Staff choose their order. */
export interface GalleryColumn extends OptionalColumn {
  kind: 'gallery';
  max: number;
  old: CaptionedPicture[];
}
/** The id of a row of another module, or null. Null in responses if that row is gone. */
export interface ReferenceColumn extends OptionalColumn {
  kind: 'reference';
  /** The name of the other module in the router. */
  to: string;
}
/** Ids of rows of another module, only in blocks. Staff choose their order. */
export interface ReferencesColumn extends OptionalColumn {
  kind: 'references';
  to: string;
  max: number;
}
/** Entries with the same fields, only in blocks. */
export interface ItemsColumn<C extends Columns = Columns> extends OptionalColumn {
  kind: 'items';
  noun: string;
  max: number;
  fields: C;
}
/** `title` is the field that represents the block in lists. */
export interface BlockDefinition {
  label: string;
  /** The group of the menu. */
  group: string;
  title: string;
  fields: Columns;
}
/** In the order of the page. Blocks of a kind that this version lacks are kept. */
export interface BlocksColumn extends OptionalColumn {
  kind: 'blocks';
  kinds: Readonly<Record<string, BlockDefinition>>;
  max: number;
  /** The maximum number of list entries in all blocks of a row. */
  maxEntries: number;
  old: Block[];
}
export type Column =
  | LineColumn
  | TextColumn
  | OptionalTextColumn
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
  | DayColumn
  | OptionalDayColumn
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
        : F extends OptionalTextColumn | OptionalDayColumn | PictureColumn
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

/** A stored choice may be any text, because rows may have one from an earlier version. A moment is ISO 8601. */
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

type Omissible =
  | MomentColumn
  | OptionalDayColumn
  | OptionalTextColumn
  | StoryColumn
  | FiguresColumn
  | GalleryColumn
  | BlocksColumn
  | ReferenceColumn
  | MediaColumn
  | { isApart: true };

export function isOptionalDay(column: Column): column is OptionalDayColumn {
  return column.kind === 'day' && 'isOptional' in column;
}

/** Whether a new row gets the column's initial value first. The entity stores null for every absent `optionalText`. */
export function needsInitialValue(column: Column): boolean {
  const { kind, isApart = false } = column;
  return (
    isApart || omissible.has(kind) || isOptionalDay(column) || (kind === 'html' && 'isOptional' in column)
  );
}
const omissible = new Set<Column['kind']>(['moment', 'figures', 'gallery', 'blocks', 'reference', 'media']);

export type NewValues<C extends Columns> = Omit<ColumnValues<C>, KeyOf<C, Omissible>> & {
  [K in KeyOf<C, Omissible>]?: ColumnValue<C[K]> | undefined;
};
export type IfHasSlug<C extends Columns, Yes, No> = [KeyOf<C, SlugColumn>] extends [never] ? No : Yes;
export type IfHasTick<C extends Columns, Yes, No> = [KeyOf<C, TickColumn>] extends [never] ? No : Yes;
export type IfHasMoment<C extends Columns, Yes, No> = [KeyOf<C, MomentColumn>] extends [never] ? No : Yes;

/** How a form or a query can spell a boolean. */
export type FlagInput = boolean | 'true' | 'false' | '1' | '0';

/** A value in a request, by form or JSON. A form sends a list as JSON text. `null` clears a text. */
type Spelled<F, Picture> = F extends PictureColumn
  ? Picture
  : F extends TickColumn
    ? FlagInput
    : F extends TagsColumn | RequiredTagsColumn
      ? string[] | string
      : F extends OptionalTextColumn | OptionalDayColumn | LinkColumn | MomentColumn | SlugColumn
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
