import { z } from 'zod';
import { RowIds } from '../../shared/bulk.ts';
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
  PictureColumn,
  RowInput,
  TickColumn,
} from '../../shared/column-types.ts';
import { positionKey } from '../../database/columns.ts';
import { booleanField, editableFields, Id, oneOf, VersionInput } from '../../shared/fields.ts';
import {
  countsSchema,
  PageMeta,
  PageQuery,
  rowsQueryFields,
  type Sort,
  type SortedQuery,
  updatedSince,
} from '../../shared/pagination.ts';
import { type PictureView, pictureFields } from '../../shared/picture-view.ts';
import { type PublicationState, publicationStates, scheduleColumnNames } from '../../shared/schedule.ts';
import {
  type FilterKey,
  described,
  filterFieldOf,
  inputFieldsOf,
  pictureColumnOf,
  type Received,
  type View,
  viewOf,
} from './fields-of.ts';

type Removal<C extends Columns, T> = true extends {
  [K in keyof C]: C[K] extends PictureColumn<true> ? true : never;
}[keyof C]
  ? { remove_image?: T | undefined }
  : unknown;
type NamedRow = { id: z.input<typeof Id>; version?: z.input<typeof VersionInput> };

export type Change<C extends Columns> = RowInput<C> & NamedRow & Removal<C, FlagInput>;
/** Any fields of a change, with the id of the row. */
export type Patch<C extends Columns> = Partial<RowInput<C>> & NamedRow & Removal<C, FlagInput>;
type ReceivedChange<C extends Columns> = Received<C> & {
  id: number;
  version?: number | undefined;
} & Removal<C, boolean>;

/** A row in a response, with its picture if the module has one, its state if it has a schedule, and the path of its page. */
export type Shown<C extends Columns> = View<C> &
  IfHasPicture<C, { picture: PictureView | null }, unknown> &
  IfHasMoment<C, { state: PublicationState }, unknown> &
  IfHasSlug<C, { path: string }, unknown>;

/** The input of the call that changes the publication of one row. */
export type Publishing = { id: number; version?: number | undefined } & Record<string, unknown>;

type Spelled<F> = F extends TickColumn ? FlagInput : ColumnValue<F>;
export type Query<C extends Columns, K extends FilterKey<C>> = z.input<typeof PageQuery> & {
  sort?: Sort | undefined;
  cursor?: string | undefined;
  fields?: string | undefined;
  updated_since?: string | undefined;
} & {
  [P in K]?: Spelled<C[P]> | undefined;
} & IfHasMoment<C, { state?: PublicationState | undefined }, unknown>;
export type ModuleFilter<C extends Columns, K extends FilterKey<C>> = {
  [P in K]?: ColumnValue<C[P]> | undefined;
};

/** The filter by the time of change. `fields` contains the names of the members that the REST API keeps in each row. */
export type ChangedFilter = { updated_since?: Date | undefined; fields?: string | undefined };

/** The filter by publication state, for modules with a schedule. */
export type StateFilter = { state?: PublicationState | undefined };

export type Stats<T extends string> = { total: number; by: Record<T, number> };

/** The rows to publish or to hide. The flag has the name of the module's `publicBy` column. */
type Publication = { ids: number[] } & Record<string, unknown>;

export interface Schemas<C extends Columns, K extends FilterKey<C>> {
  Input: z.ZodType<Received<C>, RowInput<C>>;
  Change: z.ZodType<ReceivedChange<C>, Change<C>>;
  Patch: z.ZodType<Partial<Received<C>> & NamedRow & Removal<C, boolean>, Patch<C>>;
  View: z.ZodType<View<C>> & { shape: Record<keyof View<C> & string, unknown> };
  Shown: z.ZodType<Shown<C>>;
  Query: z.ZodType<SortedQuery & ChangedFilter & ModuleFilter<C, K> & StateFilter, Query<C, K>>;
  /** The input of the call that publishes or hides rows. Undefined when visitors see every row. */
  Publication: z.ZodType<Publication> | undefined;
  /** The input of the call that changes the publication of one row. Undefined for a module without a schedule. */
  Publishing: z.ZodType<Publishing> | undefined;
  /**
   * The input of the call that moves rows to another group. The member with the group has the same name as the group
   * column.
   */
  Regrouping: z.ZodType<Publication>;
}

const ShownState = z.enum(publicationStates).meta({
  title: 'PublicationState',
  description: 'What visitors see: `draft`, `scheduled`, `published` or `ended`',
});

/** The members that a response has in addition to the columns. */
const answerMembers = [...Object.keys(editableFields), positionKey, 'picture', 'state', 'path'];

export function schemasOf<C extends Columns, K extends FilterKey<C>>(
  columns: C,
  { filters, groups }: { filters: readonly K[]; groups: string },
  {
    entity,
    sorts,
    publicBy,
    schedule,
    position,
    folder,
    drawer = [],
  }: Pick<ContentFacts, 'entity' | 'sorts' | 'publicBy' | 'schedule' | 'position' | 'folder' | 'drawer'>,
): Schemas<C, K> {
  const taken = answerMembers.find((name) => name in columns);
  if (taken) throw new Error(`no column may be called ${taken}, because answers add it`);
  const picture = pictureColumnOf(columns);
  const fields: z.ZodRawShape = inputFieldsOf(columns);
  const { View } = viewOf(columns, position);
  const isRemovable = Object.values(columns).some(
    (column) => column.kind === 'picture' && column.isRemovable,
  );
  const ofRow = {
    id: Id,
    version: VersionInput,
    ...(isRemovable && {
      remove_image: booleanField('Remove image').optional().describe('True removes the picture'),
    }),
  };
  const Shown = z
    .object({
      ...View.shape,
      ...(picture && pictureFields),
      ...(schedule && { state: ShownState }),
      ...(folder && { path: z.string().describe('The path on the site') }),
    })
    .meta({ title: entity });
  const schemas = {
    Input: z.object(fields),
    Change: z.object({ ...fields, ...ofRow }),
    Patch: z.object(fields).partial().extend(ofRow),
    View,
    Shown,
    Query: PageQuery.extend({
      ...rowsQueryFields([...sorts, 'updated_at'], Object.keys(Shown.shape)),
      updated_since: updatedSince,
      ...Object.fromEntries(filters.map((key) => [key, filterFieldOf(columns[key] as GroupColumn)])),
      ...(schedule && {
        state: oneOf('State', publicationStates).meta({ title: 'PublicationState' }).optional(),
      }),
    }),
    Regrouping: z.object({ ids: RowIds, [groups]: fields[groups]! }),
    Publication: publicBy === null ? undefined : publicationOf(publicBy, columns[publicBy]!),
    Publishing:
      schedule &&
      publishingOf(
        publicBy,
        [...scheduleColumnNames({ schedule }), ...drawer, ...publishingColumnNames(columns)],
        {
          columns,
          fields,
        },
      ),
  };
  // TypeScript has only the general type of columns here. `Schemas` states the exact types.
  return schemas as unknown as Schemas<C, K>;
}

function publicationOf(publicBy: string, { label, heading = label }: Column) {
  return z.object({ ids: RowIds, [publicBy]: described(publicBy, booleanField(heading)) });
}

interface PublishingParts {
  columns: Columns;
  fields: z.ZodRawShape;
}

function publishingOf(publicBy: string | null, others: string[], { columns, fields }: PublishingParts) {
  const { label = '', heading = label } = columns[publicBy ?? ''] ?? {};
  return z.object({
    id: Id,
    version: VersionInput,
    ...(publicBy !== null && { [publicBy]: described(publicBy, booleanField(heading).optional()) }),
    ...Object.fromEntries(others.map((name) => [name, fields[name]!])),
  });
}

/** Returns the schema of a list's response. `column` is the column by which the statistics count rows. */
export function listResponseOf(
  { many, noun }: Pick<ContentFacts, 'many' | 'noun'>,
  row: z.ZodType,
  column: GroupColumn,
) {
  const values = column.kind === 'choice' ? z.enum(column.values) : z.string().meta({ listed: column.list });
  return z.object({
    [many]: z.array(row).describe(`The ${noun}s`),
    meta: PageMeta,
    stats: countsSchema(values).describe('The number of rows by group'),
  });
}
