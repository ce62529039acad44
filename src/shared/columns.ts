import type {
  BlocksColumn,
  ChoiceColumn,
  Column,
  Columns,
  DayColumn,
  FiguresColumn,
  GalleryColumn,
  ItemsColumn,
  LinesColumn,
  LinkColumn,
  ListedColumn,
  MediaColumn,
  MomentColumn,
  OptionalDayColumn,
  OptionalTextColumn,
  PictureColumn,
  ReferenceColumn,
  ReferencesColumn,
  RequiredTagsColumn,
  SlugColumn,
  StoryColumn,
  TagsColumn,
  TickColumn,
} from './column-types.ts';
import type { ListName } from './enumerations.ts';

// The panel builds forms and lists from columns. Importing Zod here would make its download larger.

type More<T> = { heading?: string; old?: T };

type MoreOfOptionalText = More<null> & Pick<OptionalTextColumn, 'format' | 'values'>;

const sized =
  <K extends string>(kind: K) =>
  (label: string, max: number, more: More<string> = {}) => ({ kind, label, max, ...more });

export const column = {
  line: sized('line'),
  text: sized('text'),
  optionalText: (label: string, max: number, more: MoreOfOptionalText = {}): OptionalTextColumn => ({
    kind: 'optionalText',
    label,
    max,
    isOptional: true,
    ...more,
  }),
  html: sized('html'),
  choice: <const V extends string>(
    label: string,
    values: readonly [V, ...V[]],
    more: More<NoInfer<V>> = {},
  ): ChoiceColumn<V> => ({ kind: 'choice', label, values, ...more }),
  listed: (label: string, list: ListName, more: More<string> = {}): ListedColumn => ({
    kind: 'listed',
    label,
    list,
    ...more,
  }),
  /** `initial` is for a new row whose form omits the column. */
  tick: (label: string, initial = false, more: More<boolean> = {}): TickColumn => ({
    kind: 'tick',
    label,
    initial,
    isOptional: true,
    ...more,
  }),
  tags: (label: string, more: More<string[]> & Pick<TagsColumn, 'keysOf'> = {}): TagsColumn => ({
    kind: 'tags',
    label,
    isOptional: true,
    ...more,
  }),
  requiredTags: (label: string, atLeast: string, more: More<string[]> = {}): RequiredTagsColumn => ({
    kind: 'tags',
    label,
    atLeast,
    ...more,
  }),
  lines: (label: string, noun: string, max: number, more: More<string[]> = {}): LinesColumn => ({
    kind: 'lines',
    label,
    noun,
    max,
    ...more,
  }),
  link: (label: string, more: More<string> = {}): LinkColumn => ({
    kind: 'link',
    label,
    isOptional: true,
    ...more,
  }),
  picture: <const R extends boolean = true>(
    label: string,
    { isRemovable = true as R, ...more }: More<null> & { isRemovable?: R } = {},
  ): PictureColumn<NoInfer<R>> => ({ kind: 'picture', label, isOptional: true, isRemovable, ...more }),
  day: (label: string, more: More<string> = {}): DayColumn => ({ kind: 'day', label, ...more }),
  optionalDay: (label: string, more: More<null> = {}): OptionalDayColumn => ({
    kind: 'day',
    label,
    isOptional: true,
    ...more,
  }),
  moment: (
    label: string,
    { isDay = false, ...more }: More<null> & { isDay?: boolean } = {},
  ): MomentColumn => ({ kind: 'moment', label, isOptional: true, isDay, ...more }),
  /** All such columns were added when rows already existed, so `old` is for them. */
  story: (label: string, max: number): StoryColumn => ({
    kind: 'html',
    label,
    max,
    isOptional: true,
    old: '',
  }),
  figures: (label: string, max: number): FiguresColumn => ({
    kind: 'figures',
    label,
    max,
    isOptional: true,
    old: [],
  }),
  gallery: (label: string, max: number): GalleryColumn => ({
    kind: 'gallery',
    label,
    max,
    isOptional: true,
    old: [],
  }),
  items: <const C extends Columns>(label: string, noun: string, max: number, fields: C): ItemsColumn<C> => ({
    kind: 'items',
    label,
    noun,
    max,
    fields,
    isOptional: true,
  }),
  references: (label: string, to: string, max: number): ReferencesColumn => ({
    kind: 'references',
    label,
    to,
    max,
    isOptional: true,
  }),
  blocks: (
    label: string,
    kinds: BlocksColumn['kinds'],
    { max, maxEntries }: Pick<BlocksColumn, 'max' | 'maxEntries'>,
  ): BlocksColumn => ({ kind: 'blocks', label, kinds, max, maxEntries, isOptional: true, old: [] }),
  media: (label: string): MediaColumn => ({ kind: 'media', label, isOptional: true }),
  reference: (label: string, to: string): ReferenceColumn => ({
    kind: 'reference',
    label,
    to,
    isOptional: true,
  }),
};

export function listedColumns(columns: Columns): (ListedColumn & { name: string })[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.kind === 'listed' ? [{ name, ...column }] : [],
  );
}

/** Of the columns that the drawer 'Publishing' edits instead of the row's form. */
export function publishingColumnNames(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]!.isApart);
}

export function referenceColumns(columns: Columns): (ReferenceColumn & { name: string })[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.kind === 'reference' ? [{ name, ...column }] : [],
  );
}

export function formattedColumnNames(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]!.kind === 'html');
}

const apart = <F extends Column>(part: F): F & { isApart: true } => ({ ...part, isApart: true });

/**
 * The columns of a row with its own page, for its address, search results and shared links. Without a slug, the
 * address has the id. Pages replace empty texts by those of the row.
 */
export const seoColumns = {
  slug: apart<SlugColumn>({ kind: 'slug', label: 'Address in words', isOptional: true }),
  seo_title: apart(column.optionalText('Title in search results', 70)),
  seo_description: apart(column.optionalText('Description in search results', 200)),
  share_picture: apart<MediaColumn>({ kind: 'media', label: 'Picture in shared links', isOptional: true }),
  is_hidden_from_search: apart(column.tick('Hide from search engines', false, { old: false })),
  canonical_url: apart(column.link('First published at', { old: '' })),
};

/** Empty means the language of the site. The longest tags of BCP 47 in use have 35 characters. */
export const langColumn = {
  lang: apart(column.optionalText('Language', 35, { format: 'language' })),
};

/** For rows without pages of their own. Answers have it only where a row states its language. */
export const statedLangColumn = {
  lang: { ...langColumn.lang, isLeftOutWhenEmpty: true as const },
};
