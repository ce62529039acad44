import { z } from 'zod';
import { ByIds } from '../../shared/bulk.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import { publishingColumnNames } from '../../shared/columns.ts';
import type {
  Column,
  Columns,
  ColumnValue,
  FlagInput,
  GroupColumn,
  IfHasMoment,
  IfHasPicture,
  IfHasSlug,
  IfHasTick,
  KeyOf,
  MomentColumn,
  PictureColumn,
} from '../../shared/column-types.ts';
import type { ModuleFacts, ModuleName } from '../../shared/module-facts.ts';
import { positionKey } from '../../database/columns.ts';
import { ById, editableFields, booleanField, Id, oneOf, VersionInput } from '../../shared/fields.ts';
import {
  countsSchema,
  fieldList,
  maxPerPage,
  oneOrSeveral,
  PageMeta,
  PageQuery,
  rowsQueryFields,
  updatedSince,
} from '../../shared/pagination.ts';
import { pictureFields } from '../../shared/picture-view.ts';
import { publicationStates, scheduleColumnNames } from '../../shared/schedule.ts';
import { externalFields, shownExternal } from '../external-ids.ts';
import { languageFilter } from '../translations/shown-language.ts';
import {
  type FilterKey,
  type FilterValue,
  describedField,
  draftFieldsOf,
  filterFieldOf,
  inputFieldsOf,
  pictureColumnOf,
  type Received,
  type RowInput,
  type RowView,
  rowViewOf,
  type SpelledFilter,
} from './fields-of.ts';

type Input<S extends z.ZodRawShape> = z.input<z.ZodObject<S>>;
type Output<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

const rowReference = { id: Id, version: VersionInput };
const pictureRemoval = {
  remove_image: booleanField('Remove image').optional().describe('True removes the picture'),
};
type IfRemovable<C extends Columns, Yes> = true extends {
  [K in keyof C]: C[K] extends PictureColumn<true> ? true : never;
}[keyof C]
  ? Yes
  : unknown;

type Change<C extends Columns> = Input<typeof rowReference> & IfRemovable<C, Input<typeof pictureRemoval>>;
type ReceivedChange<C extends Columns> = Output<typeof rowReference> &
  IfRemovable<C, Output<typeof pictureRemoval>>;

const shownState = {
  state: z.enum(publicationStates).meta({
    title: 'PublicationState',
    description: 'What visitors see: `draft`, `scheduled`, `published` or `ended`',
  }),
};
const shownMissing = {
  missing: z
    .array(z.string())
    .meta({ title: 'MissingMembers', description: 'What a draft lacks' })
    .optional(),
};
const shownPath = { path: z.string().describe('The path on the site') };
const shownPanel = {
  panel_url: z.string().optional().describe('In the panel'),
};

export type PublicRowView<C extends Columns> = RowView<C> &
  IfHasPicture<C, Output<typeof pictureFields>, unknown> &
  IfHasMoment<C, Output<typeof shownState>, unknown> &
  IfHasTick<C, Output<typeof shownMissing>, unknown> &
  IfHasSlug<C, Output<typeof shownPath>, unknown> &
  Output<typeof shownPanel> &
  Output<typeof shownExternal>;

const stateFilter = {
  state: oneOrSeveral(
    'State',
    oneOf('State', publicationStates).meta({ title: 'PublicationState' }),
  ).optional(),
};
const changedFilter = { updated_since: updatedSince };
const rowsQuery = (sorts: readonly [string, ...string[]], members: readonly string[]) => ({
  ...rowsQueryFields(sorts, members),
  ...changedFilter,
});

const textFilter = (label: string) => {
  const text = z.string(`${label} must be text`).max(200, `${label} may have at most 200 characters`);
  return oneOrSeveral(label, text, maxPerPage).optional();
};
const slugFilter = { slug: textFilter('Slug').describe('Only the row with this slug, published or not') };
const externalFilter = { external_id: textFilter('External id') };
/** Only posts have tags that are indexed. */
const tagFilter = { tag: textFilter('Tag') };

type IfHasLang<C extends Columns, Yes> = 'lang' extends keyof C ? Yes : unknown;
type Query<C extends Columns, K extends FilterKey<C>> = z.input<typeof PageQuery> &
  Input<ReturnType<typeof rowsQuery>> & {
    [P in K]?: SpelledFilter<C[P]> | undefined;
  } & IfHasMoment<C, Input<typeof stateFilter>, unknown> &
  IfHasSlug<C, Input<typeof slugFilter>, unknown> &
  Input<typeof externalFilter> &
  ('tags' extends keyof C ? Input<typeof tagFilter> : unknown) &
  IfHasLang<C, Input<typeof languageFilter>>;
export type ModuleFilter<C extends Columns, K extends FilterKey<C>> = {
  [P in K]?: FilterValue<C[P]> | undefined;
};
/** Without the filters that only one module has. */
export type ListQueryInput = z.output<typeof PageQuery> &
  Output<ReturnType<typeof rowsQuery>> &
  Output<typeof stateFilter> &
  Output<typeof slugFilter> &
  Output<typeof externalFilter> &
  Output<typeof tagFilter> &
  Output<typeof languageFilter>;

export type RowStats<T extends string> = z.output<ReturnType<typeof countsSchema<T>>>;

export type PublishingInput = Output<typeof rowReference> & Record<string, unknown>;
type Publishing<N extends ModuleName, C extends Columns> = Input<typeof rowReference> &
  Partial<Flag<N>> &
  Pick<RowInput<C>, DrawerColumn<N, C> & keyof RowInput<C>>;
type Flag<N extends ModuleName> = ModuleFacts[N]['publicBy'] extends infer P extends string
  ? Record<P, FlagInput>
  : unknown;
type DrawerColumn<N extends ModuleName, C extends Columns> =
  | KeyOf<C, MomentColumn | { isApart: true }>
  | (ModuleFacts[N] extends { drawer: readonly (infer D)[] } ? D : never);

/** TypeScript has only the general type of columns, so the types that depend on them are stated. */
function typed<Out, In = Out>(schema: z.ZodType): z.ZodType<Out, In> {
  return schema as z.ZodType<Out, In>;
}

export type ModuleSchemas<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
> = ReturnType<typeof schemasOf<N, C, K, G>>;

const answerMembers = [
  ...Object.keys(editableFields),
  positionKey,
  'picture',
  'state',
  'path',
  'missing',
  'panel_url',
  ...Object.keys(shownExternal),
];

export function schemasOf<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
>(
  columns: C,
  { filters, groups, title }: { filters: readonly K[]; groups: G; title: string },
  {
    entity,
    sorts,
    publicBy,
    schedule,
    position,
    folder,
    drawer = [],
    isTranslated,
  }: Pick<
    ContentFacts,
    'entity' | 'sorts' | 'publicBy' | 'schedule' | 'position' | 'folder' | 'drawer' | 'isTranslated'
  >,
) {
  const taken = answerMembers.find((name) => name in columns);
  if (taken) throw new Error(`no column may be called ${taken}, because answers add it`);
  const picture = pictureColumnOf(columns);
  const fields: z.ZodRawShape = { ...inputFieldsOf(columns), ...externalFields };
  const { View } = rowViewOf(columns, position);
  const isRemovable = Object.values(columns).some(
    (column) => column.kind === 'picture' && column.isRemovable,
  );
  const ofRow = { ...rowReference, ...(isRemovable && pictureRemoval) };
  const Shown = z
    .object({
      ...View.shape,
      ...(picture && pictureFields),
      ...(schedule && shownState),
      ...(publicBy !== null && shownMissing),
      ...(folder && shownPath),
      ...shownPanel,
      ...shownExternal,
    })
    .meta({ title: entity });
  const others = [...scheduleColumnNames({ schedule }), ...drawer, ...publishingColumnNames(columns)];
  return {
    View,
    Input: typed<Received<C>, RowInput<C>>(z.object(fields)),
    Change: typed<Received<C> & ReceivedChange<C>, RowInput<C> & Change<C>>(
      z.object({ ...fields, ...ofRow }),
    ),
    Patch: typed<Partial<Received<C>> & ReceivedChange<C>, Partial<RowInput<C>> & Change<C>>(
      z.object(fields).partial().extend(ofRow),
    ),
    /** Of a hidden row, new or stored. */
    Draft: typed<
      Partial<Received<C>> & Partial<ReceivedChange<C>>,
      Partial<RowInput<C>> & Partial<Change<C>>
    >(z.object({ ...draftFieldsOf(columns, title), ...ofRow, id: Id.optional() })),
    Shown: typed<PublicRowView<C>>(Shown),
    OneQuery: typed<{ id: number }, { id: number | string; fields?: string | undefined }>(
      ById.extend({ fields: fieldList(Object.keys(Shown.shape)) }),
    ),
    Query: typed<ListQueryInput & ModuleFilter<C, K>, Query<C, K>>(
      PageQuery.extend({
        ...rowsQuery([...sorts, 'updated_at'], Object.keys(Shown.shape)),
        ...Object.fromEntries(filters.map((key) => [key, filterFieldOf(columns[key] as GroupColumn)])),
        ...(schedule && stateFilter),
        ...('slug' in columns && slugFilter),
        ...externalFilter,
        ...('tags' in columns && tagFilter),
        ...(isTranslated && languageFilter),
      }),
    ),
    Regrouping: typed<
      z.output<typeof ByIds> & Record<string, unknown>,
      z.input<typeof ByIds> & { [P in G]: ColumnValue<C[P]> }
    >(z.object({ ...ByIds.shape, [groups]: fields[groups]! })),
    /** Undefined when visitors see every row. */
    Publication:
      publicBy === null
        ? undefined
        : typed<z.output<typeof ByIds> & Record<string, unknown>, z.input<typeof ByIds> & Flag<N>>(
            z.object({ ...ByIds.shape, [publicBy]: publicationFlag(publicBy, columns[publicBy]!) }),
          ),
    /** Undefined without a schedule. */
    Publishing:
      schedule &&
      typed<PublishingInput, Publishing<N, C>>(
        z.object({
          ...rowReference,
          ...(publicBy !== null && {
            [publicBy]: publicationFlag(publicBy, columns[publicBy]!).optional(),
          }),
          ...Object.fromEntries(others.map((name) => [name, fields[name]!])),
        }),
      ),
  };
}

function publicationFlag(name: string, { label, heading = label }: Column) {
  return describedField(name, booleanField(heading));
}

function pageAndStats<T extends string>(values: z.ZodType<T, T>) {
  return {
    meta: PageMeta,
    stats: countsSchema(values).describe('The number of rows by group'),
  };
}

/** The statistics count rows by the values of `column`. */
export function listResponseOf<N extends ModuleName, Row, T extends string>(
  { many, noun }: Pick<ContentFacts, 'many' | 'noun'>,
  row: z.ZodType<Row>,
  column: GroupColumn,
) {
  const values = column.kind === 'choice' ? z.enum(column.values) : z.string().meta({ listed: column.list });
  return typed<Record<ModuleFacts[N]['many'], Row[]> & Output<ReturnType<typeof pageAndStats<T>>>>(
    z.object({ [many]: z.array(row).describe(`The ${noun}s`), ...pageAndStats(values) }),
  );
}
