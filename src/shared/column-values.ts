import type {
  BlocksColumn,
  ChoiceColumn,
  Column,
  Columns,
  FiguresColumn,
  GalleryColumn,
  ItemsColumn,
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
  TickColumn,
} from './column-types.ts';
import type { Block, CaptionedPicture, Figure } from './json-values.ts';

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

export type RowInput<C extends Columns, Picture = File | ''> = {
  [K in Exclude<keyof C, OptionalKey<C>>]: Spelled<C[K], Picture>;
} & { [K in OptionalKey<C>]?: Spelled<C[K], Picture> | undefined } & IfHasPicture<
    C,
    { image_alt?: string | undefined; existing_image?: string | undefined },
    unknown
  >;
