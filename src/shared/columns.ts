import type {
  BlocksColumn,
  ChoiceColumn,
  Column,
  Columns,
  FiguresColumn,
  GalleryColumn,
  HtmlColumn,
  ItemsColumn,
  LineColumn,
  LinesColumn,
  LinkColumn,
  ListedColumn,
  MediaColumn,
  MomentColumn,
  NoteColumn,
  PictureColumn,
  ReferenceColumn,
  ReferencesColumn,
  RequiredTagsColumn,
  SlugColumn,
  StoryColumn,
  TagsColumn,
  TextColumn,
  TickColumn,
} from './column-types.ts';
import type { ListName } from './enumerations.ts';

// The panel builds forms and lists from columns. An import of Zod here would make the panel's download
// larger.

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
): PictureColumn<NoInfer<R>> => ({ kind: 'picture', label, isOptional: true, isRemovable, ...more });

const moment = (
  label: string,
  { isDay = false, ...more }: More<null> & { isDay?: boolean } = {},
): MomentColumn => ({ kind: 'moment', label, isOptional: true, isDay, ...more });

/**
 * Creates a column of formatted text that may be empty. All such columns were added when rows already
 * existed. Older rows therefore get the value `old`.
 */
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

/** The functions that create the descriptions of a module's columns. */
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

export function listedColumns(columns: Columns): (ListedColumn & { name: string })[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.kind === 'listed' ? [{ name, ...column }] : [],
  );
}

/** Returns the names of the columns that the drawer 'Publishing' edits instead of the row's form. */
export function publishingColumnNames(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]!.isApart);
}

export function referenceColumns(columns: Columns): (ReferenceColumn & { name: string })[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    column.kind === 'reference' ? [{ name, ...column }] : [],
  );
}

/** Returns the names of the columns with formatted text. */
export function formattedColumnNames(columns: Columns): string[] {
  return Object.keys(columns).filter((name) => columns[name]!.kind === 'html');
}

const apart = <F extends Column>(part: F): F & { isApart: true } => ({ ...part, isApart: true });

/**
 * The columns that every row with its own page has for its address, search results and shared links. If the slug is
 * empty, the address contains the id. If one of the other texts is empty, pages use the texts of the row.
 */
export const seoColumns = {
  slug: apart<SlugColumn>({ kind: 'slug', label: 'Address in words', isOptional: true }),
  seo_title: apart(column.note('Title in search results', 70)),
  seo_description: apart(column.note('Description in search results', 200)),
  share_picture: apart<MediaColumn>({ kind: 'media', label: 'Picture in shared links', isOptional: true }),
  is_hidden_from_search: apart(column.tick('Hide from search engines', false, { old: false })),
  canonical_url: apart(column.link('First published at', { old: '' })),
};

/**
 * The column with the language of a row's texts. An empty language means the language of the site. The
 * longest tags of BCP 47 that people use have 35 characters.
 */
export const langColumn = {
  lang: apart(column.note('Language', 35, { format: 'language' })),
};
