// The panel builds forms and lists from columns, so this file imports no validator.

import type { Role } from './roles.ts';

interface Described {
  label: string;
  /** A short label for table heads and filters. Needed when `label` is a sentence. */
  heading?: string;
  /** For rows from before the column existed. The migration that adds the column uses the same default. */
  old?: unknown;
  /** It is edited in the drawer 'Publishing', so a form may omit it. */
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
/** An empty note is stored as null. */
export interface NoteColumn extends Described {
  kind: 'note';
  max: number;
  isOptional: true;
  /** What a text that is not empty must be. */
  format?: NoteFormat;
  /** The only texts that are accepted, besides none. Stored ones may differ. */
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
/** The lists of the settings from which columns take their values. */
export const listNames = ['blog_categories', 'portfolio_categories', 'team_sections', 'team_roles'] as const;
export type ListName = (typeof listNames)[number];
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
/** Without duplicates. */
export interface TagsColumn extends Described {
  kind: 'tags';
  isOptional: true;
  /** The tags are keys of this list of the settings. */
  keysOf?: 'services';
}
/** Without duplicates. `atLeast` is the message for an empty list. */
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
/** A moment, or null. `isDay`: people enter a day, and the last millisecond of that day in the site's time zone is stored. */
export interface MomentColumn extends Described {
  kind: 'moment';
  isOptional: true;
  isDay: boolean;
}
/** The last part of the row's address, or null. No other row of the module has or had it. */
export interface SlugColumn extends Described {
  kind: 'slug';
  isOptional: true;
  /** The slug is the whole path of the page, of one or two parts. */
  isPath?: true;
}
/** The id of a picture of the library, or null. */
export interface MediaColumn extends Described {
  kind: 'media';
  isOptional: true;
}
/**
 * A figure that people remember: 40, %, fewer calls. Stored, so names of members must never change. They are in the order in
 * which PostgreSQL returns them, so that an unchanged figure never looks changed.
 */
export interface Figure {
  unit: string;
  number: string;
  meaning: string;
}
/** A picture of the library with its caption, which may be `''`. Stored, so names of members must never change. */
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
/** The id of a row of another module, or null. Answers have null for a row that is gone. */
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
/** A kind of block. `title` names the field that stands for the block in lists. */
export interface BlockKind {
  label: string;
  /** The group in the menu from which blocks are chosen. */
  group: string;
  title: string;
  fields: Columns;
}
/** `key` stays the same when the block is changed or moved. Stored, so the names of these two members must never change. */
export interface Block {
  key: string;
  kind: string;
  [field: string]: unknown;
}
/** The blocks of a page, in their order. Those of a kind that this version does not know stay as they are. */
export interface BlocksColumn extends Described {
  kind: 'blocks';
  isOptional: true;
  kinds: Readonly<Record<string, BlockKind>>;
  max: number;
  /** The most entries in all blocks together. */
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

type More<T> = { heading?: string; old?: T };

const line = (label: string, max: number, more: More<string> = {}): LineColumn => ({
  kind: 'line',
  label,
  max,
  ...more,
});
const text = (label: string, max: number, more: More<string> = {}): TextColumn => ({
  kind: 'text',
  label,
  max,
  ...more,
});
type MoreOfNote = More<null> & Pick<NoteColumn, 'format' | 'values'>;
const note = (label: string, max: number, more: MoreOfNote = {}): NoteColumn => ({
  kind: 'note',
  label,
  max,
  isOptional: true,
  ...more,
});
const html = (label: string, max: number, more: More<string> = {}): HtmlColumn => ({
  kind: 'html',
  label,
  max,
  ...more,
});
const choice = <const V extends string>(
  label: string,
  values: readonly [V, ...V[]],
  more: More<NoInfer<V>> = {},
): ChoiceColumn<V> => ({ kind: 'choice', label, values, ...more });
const listed = (label: string, list: ListName, more: More<string> = {}): ListedColumn => ({
  kind: 'listed',
  label,
  list,
  ...more,
});
/** `initial` is the value of a new row whose form omits the column. */
const tick = (label: string, initial = false, more: More<boolean> = {}): TickColumn => ({
  kind: 'tick',
  label,
  initial,
  isOptional: true,
  ...more,
});
const tags = (label: string, more: More<string[]> & Pick<TagsColumn, 'keysOf'> = {}): TagsColumn => ({
  kind: 'tags',
  label,
  isOptional: true,
  ...more,
});
const requiredTags = (label: string, atLeast: string, more: More<string[]> = {}): RequiredTagsColumn => ({
  kind: 'tags',
  label,
  atLeast,
  ...more,
});
const lines = (label: string, noun: string, max: number, more: More<string[]> = {}): LinesColumn => ({
  kind: 'lines',
  label,
  noun,
  max,
  ...more,
});
const link = (label: string, more: More<string> = {}): LinkColumn => ({
  kind: 'link',
  label,
  isOptional: true,
  ...more,
});
const picture = <const R extends boolean = true>(
  label: string,
  { isRemovable = true as R, ...more }: More<null> & { isRemovable?: R } = {},
): PictureColumn<R> => ({ kind: 'picture', label, isOptional: true, isRemovable, ...more });

const moment = (
  label: string,
  { isDay = false, ...more }: More<null> & { isDay?: boolean } = {},
): MomentColumn => ({ kind: 'moment', label, isOptional: true, isDay, ...more });

/** Formatted text that a row may lack. Every such column was added to stored rows, hence `old`. */
const story = (label: string, max: number): StoryColumn => ({
  kind: 'html',
  label,
  max,
  isOptional: true,
  old: '',
});
const figures = (label: string, max: number): FiguresColumn => ({
  kind: 'figures',
  label,
  max,
  isOptional: true,
  old: [],
});
const gallery = (label: string, max: number): GalleryColumn => ({
  kind: 'gallery',
  label,
  max,
  isOptional: true,
  old: [],
});
const items = <const C extends Columns>(
  label: string,
  noun: string,
  max: number,
  fields: C,
): ItemsColumn<C> => ({ kind: 'items', label, noun, max, fields, isOptional: true });
const references = (label: string, to: string, max: number): ReferencesColumn => ({
  kind: 'references',
  label,
  to,
  max,
  isOptional: true,
});
const blocks = (
  label: string,
  kinds: BlocksColumn['kinds'],
  { max, maxEntries }: Pick<BlocksColumn, 'max' | 'maxEntries'>,
): BlocksColumn => ({ kind: 'blocks', label, kinds, max, maxEntries, isOptional: true, old: [] });
const media = (label: string): MediaColumn => ({ kind: 'media', label, isOptional: true });
const reference = (label: string, to: string): ReferenceColumn => ({
  kind: 'reference',
  label,
  to,
  isOptional: true,
});

/** Makes the columns of a module. */
export const column = {
  line,
  text,
  note,
  html,
  choice,
  listed,
  tick,
  tags,
  requiredTags,
  lines,
  link,
  picture,
  moment,
  story,
  figures,
  gallery,
  items,
  blocks,
  media,
  reference,
  references,
};

const apart = <F extends Column>(column: F): F & { isApart: true } => ({ ...column, isApart: true });

/** How a page of the site is addressed, found and shared. Empty: by its id, and with its own words. */
export const foundColumns = {
  slug: apart<SlugColumn>({ kind: 'slug', label: 'Address in words', isOptional: true }),
  seo_title: apart(note('Title in search results', 70)),
  seo_description: apart(note('Description in search results', 200)),
  share_picture: apart<MediaColumn>({ kind: 'media', label: 'Picture in shared links', isOptional: true }),
  is_hidden_from_search: apart(tick('Hide from search engines', false, { old: false })),
  canonical_url: apart(link('First published at', { old: '' })),
};

/** The language of a row's words. Empty: that of the site. The longest tags of BCP 47 that people use have 35 characters. */
export const languageColumns = {
  lang: apart(note('Language', 35, { format: 'language' })),
};

export type Value<F> =
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

/** Stored rows may have choices of an earlier version, so the type is text. Moments are in ISO 8601. */
export type Stored<F> =
  F extends ChoiceColumn<infer V> ? V | (string & {}) : F extends MomentColumn ? string | null : Value<F>;

export function asChoice<V extends string>(
  values: readonly V[],
  text: string | null | undefined,
): V | undefined {
  return values.find((value) => value === text);
}

export function listedColumns(columns: Columns): (ListedColumn & { name: string })[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.kind === 'listed' ? [{ name, ...column }] : [],
  );
}

/** Returns the names of the columns that only the drawer 'Publishing' and the calls of programs change. */
export function apartIn(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]!.isApart);
}

export function referencesIn(columns: Columns): (ReferenceColumn & { name: string })[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.kind === 'reference' ? [{ name, ...column }] : [],
  );
}

/** Returns the names of the columns that hold formatted text. */
export function formattedIn(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]!.kind === 'html');
}

export type Values<C extends Columns> = { [K in keyof C]: Value<C[K]> };

export type GroupColumn = ChoiceColumn | ListedColumn;
export type KeyOf<C extends Columns, F> = { [K in keyof C]: C[K] extends F ? K : never }[keyof C] & string;
export type HasPicture<C extends Columns, Yes, No> = [KeyOf<C, PictureColumn>] extends [never] ? No : Yes;

/** A column that a new row may omit. */
export type Omissible =
  | MomentColumn
  | NoteColumn
  | StoryColumn
  | FiguresColumn
  | GalleryColumn
  | BlocksColumn
  | ReferenceColumn
  | MediaColumn
  | { isApart: true };

/** Notes are null without a default. */
export function isOmissible(column: Column): boolean {
  const { kind, isApart = false } = column;
  return isApart || omissible.has(kind) || (kind === 'html' && 'isOptional' in column);
}
const omissible = new Set<Column['kind']>(['moment', 'figures', 'gallery', 'blocks', 'reference', 'media']);

export type NewValues<C extends Columns> = Omit<Values<C>, KeyOf<C, Omissible>> & {
  [K in KeyOf<C, Omissible>]?: Value<C[K]> | undefined;
};
export type HasSlug<C extends Columns, Yes, No> = [KeyOf<C, SlugColumn>] extends [never] ? No : Yes;
export type HasMoment<C extends Columns, Yes, No> = [KeyOf<C, MomentColumn>] extends [never] ? No : Yes;

/** The values by which a form or a query may express a boolean. */
export type FlagInput = boolean | 'true' | 'false' | '1' | '0';

/** Forms send lists as JSON text. `null` empties a text. */
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
            ? Value<F> | string
            : Value<F>;
type OptionalKey<C extends Columns> = KeyOf<C, { isOptional: true }>;

export type Input<C extends Columns, Picture = File | ''> = {
  [K in Exclude<keyof C, OptionalKey<C>>]: Spelled<C[K], Picture>;
} & { [K in OptionalKey<C>]?: Spelled<C[K], Picture> | undefined } & HasPicture<
    C,
    { image_alt?: string | undefined; existing_image?: string | undefined },
    unknown
  >;

export interface Schedule {
  from?: string;
  until: string;
}

export interface Facts {
  entity: string;
  table: string;
  /** The activity log stores this name, so it must never change. */
  log: string;
  idKey: string;
  file: string;
  path: `/admin/${string}`;
  address?: `/admin/${string}`;
  /** The path above the pages of its rows on the site. Absent for a module without such pages. */
  folder?: `/${string}`;
  /** A slug is the whole path of the page. A row without one has its page below `folder`. */
  hasWholePaths?: true;
  /** The paths of fixed pages, by the value of `place`. A row with such a place is shown there and has no page of its own. */
  fixedPages?: Readonly<Record<string, string>>;
  /** The name in responses, such as 'job'. */
  one: string;
  many: string;
  noun: string;
  label: string;
  roles: readonly Role[];
  /** The page size when the caller requests a page without a size. */
  pageSize: number;
  facets: readonly string[];
  sorts: readonly [string, ...string[]];
  /** The column that makes a row visible. Null when visitors see every row. */
  publicBy: string | null;
  /** The columns from when and until when visitors see a row that its author has made public. */
  schedule?: Schedule;
  /** Staff can order the rows. The value is the place of a new row. */
  position?: 'first' | 'last';
  /** Further columns that the drawer 'Publishing' edits instead of the form. */
  drawer?: readonly string[];
  hasSuccess?: true;
}
