import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import { z } from 'zod';
import type { UndoneRow, Outcomes } from '../../shared/bulk.ts';
import type {
  Columns,
  ColumnValue,
  FlagInput,
  KeyOf,
  MomentColumn,
  RowInput,
} from '../../shared/column-types.ts';
import { ById, maxId, type VersionInput, wholeNumber } from '../../shared/fields.ts';
import type { ModuleFacts, ModuleName } from '../../shared/module-facts.ts';
import type { PageMeta } from '../../shared/pagination.ts';
import type { Meta } from '../../trpc/procedure-meta.ts';
import type { FilterKey } from './fields-of.ts';
import type { Change, Patch, Query, Shown, Stats } from './schemas-of.ts';

export const MoveInput = ById.extend({
  after: wholeNumber('After', 1, maxId)
    .nullable()
    .describe('The id of the row to place it after. Null for the first place'),
});

export const OrderedRows = z.object({
  places: z.array(
    z.object({ id: z.int(), title: z.string(), group: z.string().nullable(), is_public: z.boolean() }),
  ),
});

type Keyed<K extends string, T> = { [P in K]: T };
type One<N extends ModuleName> = ModuleFacts[N]['one'];
type Many<N extends ModuleName> = ModuleFacts[N]['many'];
type Told<N extends ModuleName> = ModuleFacts[N] extends { hasSuccess: true } ? { success: true } : unknown;
type Named = z.input<typeof ById>;

/**
 * These types are declared by hand, because TypeScript does not resolve the builder's types for a generic module.
 * `Procedures` cannot be an interface. An interface has no index signature, so `router()` would reject it and the
 * client's types would become `any`.
 */
export type Procedures<N extends ModuleName, C extends Columns, K extends FilterKey<C>, G extends keyof C> = {
  list: TRPCQueryProcedure<{
    meta: Meta;
    input: Query<C, K>;
    output: Keyed<Many<N>, Shown<C>[]> & { meta: PageMeta; stats: Stats<ColumnValue<C[G]> & string> };
  }>;
  one: TRPCQueryProcedure<{ meta: Meta; input: Named; output: Keyed<One<N>, Shown<C>> }>;
  create: TRPCMutationProcedure<{
    meta: Meta;
    input: RowInput<C>;
    output: Told<N> & { id: number } & Keyed<One<N>, Shown<C>>;
  }>;
  update: TRPCMutationProcedure<{
    meta: Meta;
    input: Change<C>;
    output: Told<N> & Keyed<One<N>, Shown<C>>;
  }>;
  patch: TRPCMutationProcedure<{
    meta: Meta;
    input: Patch<C>;
    output: Told<N> & Keyed<One<N>, Shown<C>>;
  }>;
  remove: TRPCMutationProcedure<{ meta: Meta; input: Named; output: { success: true } }>;
  removeMany: TRPCMutationProcedure<{ meta: Meta; input: { ids: number[] }; output: Outcomes }>;
  regroup: TRPCMutationProcedure<{
    meta: Meta;
    input: { ids: number[] } & { [P in G]: ColumnValue<C[P]> };
    output: Outcomes;
  }>;
  undoMany: TRPCMutationProcedure<{ meta: Meta; input: { rows: UndoneRow[] }; output: Outcomes }>;
} & (ModuleFacts[N]['publicBy'] extends infer P extends string
  ? {
      publish: TRPCMutationProcedure<{
        meta: Meta;
        input: { ids: number[] } & Keyed<P, FlagInput>;
        output: Outcomes;
      }>;
    }
  : unknown) &
  (ModuleFacts[N] extends { schedule: object }
    ? {
        publishing: TRPCMutationProcedure<{
          meta: Meta;
          input: PublishingInput<N, C>;
          output: Keyed<One<N>, Shown<C>>;
        }>;
        duplicate: TRPCMutationProcedure<{
          meta: Meta;
          input: Named;
          output: { id: number } & Keyed<One<N>, Shown<C>>;
        }>;
      }
    : unknown) &
  (ModuleFacts[N] extends { position: string } ? OrderProcedures : unknown);

type OrderProcedures = {
  /** Returns the rows in the order that staff arrange. */
  // biome-ignore lint/suspicious/noConfusingVoidType: the type of a call without input
  places: TRPCQueryProcedure<{ meta: Meta; input: void; output: z.output<typeof OrderedRows> }>;
  move: TRPCMutationProcedure<{ meta: Meta; input: z.input<typeof MoveInput>; output: { success: true } }>;
};

type PublishingInput<N extends ModuleName, C extends Columns> = Named & {
  version?: z.input<typeof VersionInput>;
} & {
  [K in KeyOf<C, MomentColumn>]?: string | null | undefined;
} & { [K in KeyOf<C, { isApart: true }>]?: RowInput<C>[K & keyof RowInput<C>] } & (ModuleFacts[N] extends {
    drawer: readonly (infer D extends keyof RowInput<C>)[];
  }
    ? Pick<RowInput<C>, D>
    : unknown) &
  (ModuleFacts[N]['publicBy'] extends infer P extends string
    ? { [K in P]?: FlagInput | undefined }
    : unknown);
