import { z } from 'zod';
import { ByIds, UndoInput, Outcomes } from '../../shared/bulk.ts';
import type { Columns, GroupColumn } from '../../shared/column-types.ts';
import { ById, Success } from '../../shared/fields.ts';
import type { ModuleName } from '../../shared/module-facts.ts';
import type { FormFiles } from '../../shared/uploads.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import { allowed, takesForm } from '../../trpc/procedures.ts';
import { type Meta, rest } from '../../trpc/procedure-meta.ts';
import type { EditorCtx } from '../content-kind.ts';
import { createFromForm, duplicateRow } from '../operations/create.ts';
import { listPlaces, type ListQuery, listRows, readRow } from '../operations/read.ts';
import { moveRow } from '../operations/move.ts';
import { changePublishing, setValues, undoChanges, updateFromForm } from '../operations/update.ts';
import { removeRow, removeRows } from '../operations/remove.ts';
import { resolveListedValues, type WritingCtx } from './form-parts.ts';
import type { ModuleKind } from './module-kind.ts';
import { MoveInput, OrderedRows } from './procedure-types.ts';
import { listResponseOf, type Schemas } from './schemas-of.ts';
import { completeRow, showRow } from './shown-rows.ts';

/** The summaries of a module's procedures in the OpenAPI document. */
export interface OpenApiSummaries {
  list: string;
  create: string;
  update: string;
  remove: string;
}

interface ProcedureParts {
  name: ModuleName;
  schemas: object;
  /** The statistics count rows by this column. */
  groups: GroupColumn;
  summaries: OpenApiSummaries;
  textBytes?: number | undefined;
  /** Returns the values that a row needs to belong to this group. */
  inGroup(group: string): Record<string, unknown>;
}
/** The schemas of rows with any columns. */
type AnySchemas = Record<'Input' | 'Shown', z.ZodType<object>> & {
  Query: z.ZodType<ListQuery>;
  Change: z.ZodType<{ id: number; version?: number | undefined }>;
  Patch: z.ZodType<{ id: number; version?: number | undefined }>;
} & Pick<Schemas<Columns, never>, 'Publication' | 'Publishing' | 'Regrouping'>;

/** Returns the procedures of a module. `Procedures` has their types. */
export function proceduresOf(
  kind: ModuleKind,
  { name, schemas, groups, summaries, textBytes, inGroup }: ProcedureParts,
) {
  const { Input, Change, Patch, Query, Shown, Publication, Publishing, Regrouping } = schemas as AnySchemas;
  const { columns, picture } = kind;
  const { path, table, one, many, hasSuccess, schedule, noun, position } = kind.facts;
  const Row = Shown.describe(`The ${noun}`);
  const permitted = allowed(`${name}:manage`);
  const files: FormFiles | undefined = picture === undefined ? undefined : { [picture]: 'picture' };
  const body = {
    ...(files && { files, takesJson: true as const }),
    ...(textBytes && { textBytes }),
  };
  const writing = (meta: Meta) => (picture ? permitted.meta(meta).use(takesForm) : permitted.meta(meta));
  const success = hasSuccess ? { success: true } : {};
  const told = hasSuccess ? Success.shape : {};

  return {
    list: permitted
      .meta(rest('GET', path, summaries.list, { isByStaff: true, rows: many }))
      .use(resolveListedValues(columns, table))
      .input(Query)
      .output(listResponseOf(kind.facts, Shown, groups))
      .query(async ({ ctx, input }) => {
        const { rows, ...about } = await listRows(kind, ctx, input);
        return { [many]: rows, ...about };
      }),

    one: permitted
      .meta(rest('GET', `${path}/{id}`, `Read a ${noun}`, { isByStaff: true }))
      .input(ById)
      .output(responseOf({ [one]: Row }))
      .query(async ({ ctx, input }) => ({ [one]: await showRow(kind, ctx, readRow(kind, ctx, input.id)) })),

    create: writing(rest('POST', path, summaries.create, { status: 201, ...body, isOnce: true }))
      .use(resolveListedValues(columns))
      .input(Input)
      .output(responseOf({ ...told, id: z.int().describe('The id'), [one]: Row }))
      .mutation(async (call) => {
        const create = (ctx: WritingCtx, form: object) => createFromForm(kind, ctx, form);
        const row = completeRow(kind, call.ctx, await runIdempotent(call, create));
        return { ...success, id: row.id, [one]: row };
      }),

    update: writing(rest('PUT', `${path}/{id}`, summaries.update, body))
      .use(resolveListedValues(columns))
      .input(Change)
      .output(responseOf({ ...told, [one]: Row }))
      .mutation(async ({ ctx, input }) => ({ ...success, [one]: await updateFromForm(kind, ctx, input) })),

    patch: writing(rest('PATCH', `${path}/{id}`, `Change some fields of a ${noun}`, body))
      .use(resolveListedValues(columns))
      .input(Patch)
      .output(responseOf({ ...told, [one]: Row }))
      .mutation(async ({ ctx, input }) => ({ ...success, [one]: await updateFromForm(kind, ctx, input) })),

    remove: permitted
      .meta(rest('DELETE', `${path}/{id}`, summaries.remove))
      .input(ById)
      .output(Success)
      .mutation(({ ctx, input }) => removeRow(kind, ctx, input.id)),

    removeMany: permitted
      .meta(rest('POST', `${path}/delete`, 'Delete several rows; they stay in the trash for 30 days'))
      .input(ByIds)
      .output(Outcomes)
      .mutation(({ ctx, input }) => removeRows(kind, ctx, input.ids)),

    regroup: permitted
      .meta(rest('POST', `${path}/group`, `Move several rows to another ${groups.label.toLowerCase()}`))
      .use(resolveListedValues(columns))
      .input(Regrouping)
      .output(Outcomes)
      .mutation(({ ctx, input: { ids, [kind.groups]: group } }) =>
        setValues(kind, ctx, ids, inGroup(String(group))),
      ),

    undoMany: permitted
      .meta(rest('POST', `${path}/undo`, 'Undo the last change of several rows'))
      .input(UndoInput)
      .output(Outcomes)
      .mutation(({ ctx, input }) => undoChanges(kind, ctx, input.rows)),

    ...(schedule && {
      duplicate: permitted
        .meta(rest('POST', `${path}/{id}/duplicate`, `Copy a ${noun}`, { status: 201, isOnce: true }))
        .input(ById)
        .output(responseOf({ id: z.int().describe('The id'), [one]: Row }))
        .mutation(async (call) => {
          const duplicate = (ctx: EditorCtx, original: { id: number }) => duplicateRow(kind, ctx, original);
          const row = completeRow(kind, call.ctx, await runIdempotent(call, duplicate));
          return { id: row.id, [one]: row };
        }),
    }),

    ...(Publication && {
      publish: permitted
        .meta(rest('POST', `${path}/publication`, 'Publish or unpublish several rows'))
        .input(Publication)
        .output(Outcomes)
        .mutation(({ ctx, input: { ids, ...values } }) => setValues(kind, ctx, ids, values)),
    }),

    ...(position && {
      places: permitted
        .output(OrderedRows)
        .query(async ({ ctx }) => ({ places: await listPlaces(kind, ctx) })),

      move: permitted
        .meta(rest('POST', `${path}/{id}/move`, 'Move a row to another place in the order'))
        .input(MoveInput)
        .output(Success)
        .mutation(async ({ ctx, input }) => {
          await moveRow(kind, ctx, input);
          return { success: true as const };
        }),
    }),

    ...(Publishing && {
      publishing: permitted
        .meta(rest('PUT', `${path}/{id}/publishing`, 'Change the publication of a row'))
        .use(resolveListedValues(columns))
        .input(Publishing)
        .output(responseOf({ [one]: Row }))
        .mutation(async ({ ctx, input }) => ({ [one]: await changePublishing(kind, ctx, input) })),
    }),
  };
}

/** Returns the schema of a response. TypeScript cannot state its member names, because they depend on the module. */
function responseOf(shape: z.ZodRawShape): z.ZodType<object> {
  return z.object(shape);
}
