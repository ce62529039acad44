import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import { z } from 'zod';
import { ByIds, UndoInput, BulkResult } from '../../shared/bulk.ts';
import type { Columns, ColumnValue, GroupColumn } from '../../shared/column-types.ts';
import { ById, maxId, Success, wholeNumber } from '../../shared/fields.ts';
import type { ModuleFacts, ModuleName } from '../../shared/module-facts.ts';
import type { FormFiles } from '../../shared/uploads.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import { procedureWithGrant, receiveFormMiddleware } from '../../trpc/procedures.ts';
import { type ProcedureMeta, rest } from '../../trpc/procedure-meta.ts';
import type { EditorCtx } from '../content-kind.ts';
import { createFromForm, duplicateRow } from '../operations/create.ts';
import { listArrangedRows, listRows, readRow } from '../operations/read.ts';
import { moveRow } from '../operations/move.ts';
import { changePublishing, setColumnValues, updateFromForm } from '../operations/update.ts';
import { removeRow, removeRows } from '../operations/remove.ts';
import { undoRowChanges } from '../operations/undo.ts';
import {
  confirmTranslation,
  joinTranslation,
  listTranslationGroups,
  listTranslations,
  separateTranslation,
  translateRow,
} from '../translations/translations.ts';
import {
  RowsOnPage,
  TranslationCheck,
  TranslationGroup,
  TranslationGroups,
  TranslationInput,
  TranslationJoin,
} from '../translations/translations.schema.ts';
import { resolveListedValues, withoutUndefined, type WritingCtx } from './form-parts.ts';
import type { ModuleKind } from './module-kind.ts';
import { type FilterKey, missingValues } from './fields-of.ts';
import { listResponseOf, type ModuleSchemas, type PublicRowView } from './schemas-of.ts';
import { completeForProgram, showForCaller } from './program-rows.ts';
import { completeStoredResponse, showRow, type ShownRow } from './shown-rows.ts';

export interface OpenApiSummaries {
  list: string;
  create: string;
  update: string;
  remove: string;
}

interface ProcedureParts<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
> {
  name: N;
  schemas: ModuleSchemas<N, C, K, G>;
  /** The statistics count rows by this column. */
  groups: GroupColumn;
  summaries: OpenApiSummaries;
  textBytes?: number | undefined;
  /** The values by which a row belongs to the group. */
  inGroup(group: string): Record<string, unknown>;
}

const MoveInput = ById.extend({
  after: wholeNumber('After', 1, maxId)
    .nullable()
    .describe('The id of the row to place it after. Null for the first place'),
});

const OrderedRows = z.object({
  places: z.array(
    z.object({ id: z.int(), title: z.string(), group: z.string().nullable(), is_public: z.boolean() }),
  ),
});

const newRowId = { id: z.int().describe('The id') };

type Permitted = ReturnType<typeof procedureWithGrant>;
type QueryCall<I> = Omit<Parameters<Parameters<Permitted['query']>[0]>[0], 'input'> & { input: I };
type MutationCall<I> = Omit<Parameters<Parameters<Permitted['mutation']>[0]>[0], 'input'> & { input: I };

// tRPC cannot compute types from the schemas of a general module, so they are stated here.

function query<I extends z.ZodType, O extends z.ZodType>(
  base: Permitted,
  { input, output }: { input: I; output: O },
  run: (call: QueryCall<z.output<I>>) => Promise<object>,
) {
  const built = base.input(input as z.ZodType).output(output as z.ZodType);
  return built.query((call) => run(call as QueryCall<z.output<I>>)) as TRPCQueryProcedure<{
    meta: ProcedureMeta;
    input: z.input<I>;
    output: z.output<O>;
  }>;
}

function mutation<I extends z.ZodType, O extends z.ZodType>(
  base: Permitted,
  { input, output }: { input: I; output: O },
  run: (call: MutationCall<z.output<I>>) => Promise<object>,
) {
  const built = base.input(input as z.ZodType).output(output as z.ZodType);
  return built.mutation((call) => run(call as MutationCall<z.output<I>>)) as TRPCMutationProcedure<{
    meta: ProcedureMeta;
    input: z.input<I>;
    output: z.output<O>;
  }>;
}

export function proceduresOf<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
>(kind: ModuleKind, parts: ProcedureParts<N, C, K, G>) {
  const { schedule, position, publicBy, isTranslated } = kind.facts;
  const procedures = {
    ...rowProcedures<N, C, K, G>(kind, parts),
    ...(schedule && copyProcedures(kind, parts)),
    ...(publicBy !== null && publicationProcedures(kind, parts)),
    ...(position && orderProcedures(kind, parts)),
    ...(schedule && scheduleProcedures(kind, parts)),
    ...(isTranslated && translationProcedures(kind, parts)),
  };
  return procedures as Procedures<N, C, K, G>;
}

type Procedures<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
> = ReturnType<typeof rowProcedures<N, C, K, G>> &
  IfFact<N, 'schedule', ReturnType<typeof copyProcedures<N, C, K, G>>> &
  IfFact<N, 'publicBy', ReturnType<typeof publicationProcedures<N, C, K, G>>> &
  IfFact<N, 'position', ReturnType<typeof orderProcedures>> &
  IfFact<N, 'schedule', ReturnType<typeof scheduleProcedures<N, C, K, G>>> &
  IfFact<N, 'isTranslated', ReturnType<typeof translationProcedures<N, C, K, G>>>;
type IfFact<N extends ModuleName, F extends string, Yes> =
  ModuleFacts[N] extends Record<F, object | string | true> ? Yes : unknown;

// Zod's type of an object without members permits no member.
type Members<S extends z.ZodRawShape> = keyof S extends never ? unknown : z.output<z.ZodObject<S>>;

function basesOf<N extends ModuleName, C extends Columns, K extends FilterKey<C>, G extends keyof C & string>(
  { columns, facts }: ModuleKind,
  { name, schemas }: Pick<ProcedureParts<N, C, K, G>, 'name' | 'schemas'>,
) {
  const Row = schemas.Shown.describe(`The ${facts.noun}`);
  type Named = Record<ModuleFacts[N]['one'], PublicRowView<C>>;
  return {
    permitted: procedureWithGrant(`${name}:manage`),
    listed: resolveListedValues(columns),
    // TypeScript widens a computed name to `string`.
    responseOf: <S extends z.ZodRawShape>(more: S) =>
      z.object({ ...more, [facts.one]: Row }) as z.ZodType as z.ZodType<Members<S> & Named>,
  };
}

/** The body of a call that sends a whole row, and the call's middleware. */
function formOf({ picture }: ModuleKind, permitted: Permitted, textBytes: number | undefined) {
  const files: FormFiles | undefined = picture === undefined ? undefined : { [picture]: 'picture' };
  return {
    body: {
      ...(files && { files, takesJson: true as const }),
      ...(textBytes && { textBytes }),
    },
    writing: (meta: ProcedureMeta) =>
      picture ? permitted.meta(meta).use(receiveFormMiddleware) : permitted.meta(meta),
  };
}

/** The stored answer to a repeated call may be of an earlier version of the program. */
function showStored(
  kind: ModuleKind,
  ctx: Parameters<typeof showForCaller>[1],
  stored: Promise<ShownRow>,
): Promise<ShownRow> {
  const completed = stored.then((row) => completeStoredResponse(kind, ctx, row));
  return showForCaller(kind, ctx, completed);
}

function rowProcedures<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
>(kind: ModuleKind, parts: ProcedureParts<N, C, K, G>) {
  const { schemas, groups, summaries, textBytes, inGroup } = parts;
  const { Input, Change, Patch, Query, Shown, Regrouping } = schemas;
  const { columns } = kind;
  const { path, table, one, many, hasSuccess, noun } = kind.facts;
  const { permitted, listed, responseOf } = basesOf<N, C, K, G>(kind, parts);
  const { body, writing } = formOf(kind, permitted, textBytes);
  const success = hasSuccess ? { success: true } : {};
  type Succeeded = ModuleFacts[N] extends { hasSuccess: true } ? typeof Success.shape : Record<never, never>;
  const successShape = (hasSuccess ? Success.shape : {}) as Succeeded;
  const update = async ({ ctx, input }: MutationCall<z.output<typeof Patch>>) => ({
    ...success,
    [one]: await showForCaller(kind, ctx, updateFromForm(kind, ctx, input)),
  });

  return {
    list: query(
      permitted
        .meta(rest('GET', path, summaries.list, { isByStaff: true, rows: many }))
        .use(resolveListedValues(columns, table)),
      {
        input: Query,
        output: listResponseOf<N, PublicRowView<C>, ColumnValue<C[G]> & string>(kind.facts, Shown, groups),
      },
      async ({ ctx, input }) => {
        const { rows, ...about } = await listRows(kind, ctx, input);
        return { [many]: await completeForProgram(kind, ctx, rows), ...about };
      },
    ),

    one: query(
      permitted.meta(rest('GET', `${path}/{id}`, `Read a ${noun}`, { isByStaff: true, row: one })),
      { input: schemas.OneQuery, output: responseOf({}) },
      async ({ ctx, input }) => ({
        [one]: await showForCaller(kind, ctx, showRow(kind, ctx, readRow(kind, ctx, input.id))),
      }),
    ),

    create: mutation(
      writing(rest('POST', path, summaries.create, { status: 201, ...body, isOnce: true })).use(listed),
      { input: Input, output: responseOf({ ...successShape, ...newRowId }) },
      async (call) => {
        const create = (ctx: WritingCtx, form: object) => createFromForm(kind, ctx, form);
        const row = await showStored(kind, call.ctx, runIdempotent(call, create));
        return { ...success, id: row.id, [one]: row };
      },
    ),

    update: mutation(
      writing(rest('PUT', `${path}/{id}`, summaries.update, body)).use(listed),
      { input: Change, output: responseOf(successShape) },
      update,
    ),

    patch: mutation(
      writing(rest('PATCH', `${path}/{id}`, `Change some fields of a ${noun}`, body)).use(listed),
      { input: Patch, output: responseOf(successShape) },
      update,
    ),

    remove: mutation(
      permitted.meta(rest('DELETE', `${path}/{id}`, summaries.remove)),
      { input: ById, output: Success },
      ({ ctx, input }) => removeRow(kind, ctx, input.id),
    ),

    removeMany: mutation(
      permitted.meta(
        rest('POST', `${path}/delete`, 'Delete several rows; they stay in the trash for 30 days'),
      ),
      { input: ByIds, output: BulkResult },
      ({ ctx, input }) => removeRows(kind, ctx, input.ids),
    ),

    regroup: mutation(
      permitted
        .meta(rest('POST', `${path}/group`, `Move several rows to another ${groups.label.toLowerCase()}`))
        .use(listed),
      { input: Regrouping, output: BulkResult },
      ({ ctx, input: { ids, [kind.groups]: group } }) =>
        setColumnValues(kind, ctx, ids, inGroup(String(group))),
    ),

    undoMany: mutation(
      permitted.meta(rest('POST', `${path}/undo`, 'Undo the last change of several rows')),
      { input: UndoInput, output: BulkResult },
      ({ ctx, input }) => undoRowChanges(kind, ctx, input.rows),
    ),
  };
}

function copyProcedures<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
>(kind: ModuleKind, parts: ProcedureParts<N, C, K, G>) {
  const { path, one, noun } = kind.facts;
  const { permitted, responseOf } = basesOf<N, C, K, G>(kind, parts);
  return {
    duplicate: mutation(
      permitted.meta(rest('POST', `${path}/{id}/duplicate`, `Copy a ${noun}`, { status: 201, isOnce: true })),
      { input: ById, output: responseOf(newRowId) },
      async (call) => {
        const duplicate = (ctx: EditorCtx, original: { id: number }) => duplicateRow(kind, ctx, original);
        const row = await showStored(kind, call.ctx, runIdempotent(call, duplicate));
        return { id: row.id, [one]: row };
      },
    ),
  };
}

function publicationProcedures<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
>(kind: ModuleKind, parts: ProcedureParts<N, C, K, G>) {
  const { columns } = kind;
  const { one, publicBy } = kind.facts;
  const { permitted, listed, responseOf } = basesOf<N, C, K, G>(kind, parts);
  const { body, writing } = formOf(kind, permitted, parts.textBytes);
  return {
    /** Stores a row that visitors cannot see, with a title alone. */
    saveDraft: mutation(
      writing({ ...body, isOnce: true }).use(listed),
      { input: parts.schemas.Draft, output: responseOf(newRowId) },
      async (call) => {
        const { id, ...values } = { ...call.input, [publicBy!]: false };
        if (id !== undefined) return { id, [one]: await updateFromForm(kind, call.ctx, { id, ...values }) };
        const create = (ctx: WritingCtx) =>
          createFromForm(kind, ctx, { ...missingValues(columns), ...withoutUndefined(values) });
        const row = completeStoredResponse(kind, call.ctx, await runIdempotent(call, create));
        return { id: row.id, [one]: row };
      },
    ),

    publish: mutation(
      permitted.meta(rest('POST', `${kind.facts.path}/publication`, 'Publish or unpublish several rows')),
      { input: parts.schemas.Publication!, output: BulkResult },
      ({ ctx, input: { ids, ...values } }) => setColumnValues(kind, ctx, ids, values),
    ),
  };
}

function orderProcedures(kind: ModuleKind, { name }: { name: ModuleName }) {
  const permitted = procedureWithGrant(`${name}:manage`);
  return {
    places: permitted
      .output(OrderedRows)
      .query(async ({ ctx }) => ({ places: await listArrangedRows(kind, ctx) })),

    move: permitted
      .meta(rest('POST', `${kind.facts.path}/{id}/move`, 'Move a row to another place in the order'))
      .input(MoveInput)
      .output(Success)
      .mutation(async ({ ctx, input }) => {
        await moveRow(kind, ctx, input);
        return { success: true as const };
      }),
  };
}

function scheduleProcedures<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
>(kind: ModuleKind, parts: ProcedureParts<N, C, K, G>) {
  const { path, one } = kind.facts;
  const { permitted, listed, responseOf } = basesOf<N, C, K, G>(kind, parts);
  return {
    publishing: mutation(
      permitted.meta(rest('PUT', `${path}/{id}/publishing`, 'Change the publication of a row')).use(listed),
      { input: parts.schemas.Publishing!, output: responseOf({}) },
      async ({ ctx, input }) => ({
        [one]: await showForCaller(kind, ctx, changePublishing(kind, ctx, input)),
      }),
    ),
  };
}

function translationProcedures<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C & string,
>(kind: ModuleKind, parts: ProcedureParts<N, C, K, G>) {
  const { path, one, noun } = kind.facts;
  const { permitted, responseOf } = basesOf<N, C, K, G>(kind, parts);
  const output = TranslationGroup;
  return {
    translations: query(
      permitted.meta(rest('GET', `${path}/{id}/translations`, `List the translations of a ${noun}`)),
      { input: ById, output },
      ({ ctx, input }) => listTranslations(kind, ctx, input.id),
    ),

    translate: mutation(
      permitted.meta(
        rest('POST', `${path}/{id}/translations`, `Translate a ${noun}`, { status: 201, isOnce: true }),
      ),
      { input: TranslationInput, output: responseOf(newRowId) },
      async (call) => {
        const translate = (ctx: EditorCtx, input: { id: number; lang: string }) =>
          translateRow(kind, ctx, input);
        const row = await showStored(kind, call.ctx, runIdempotent(call, translate));
        return { id: row.id, [one]: row };
      },
    ),

    /** For lists of the panel. */
    translationGroups: query(
      permitted,
      { input: RowsOnPage, output: TranslationGroups },
      async ({ ctx, input }) => ({ groups: await listTranslationGroups(kind, ctx, input.ids) }),
    ),

    joinTranslation: mutation(permitted, { input: TranslationJoin, output }, ({ ctx, input }) =>
      joinTranslation(kind, ctx, input),
    ),

    separateTranslation: mutation(permitted, { input: ById, output }, ({ ctx, input }) =>
      separateTranslation(kind, ctx, input),
    ),

    confirmTranslation: mutation(permitted, { input: TranslationCheck, output }, ({ ctx, input }) =>
      confirmTranslation(kind, ctx, input),
    ),
  };
}
