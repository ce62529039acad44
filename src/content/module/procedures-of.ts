import { z } from 'zod';
import type { OperationContext } from '../../database/operation.ts';
import { ByIds, ChangedRows, Outcomes } from '../../shared/bulk.ts';
import type { Columns, GroupColumn } from '../../shared/columns.ts';
import { ById, Success } from '../../shared/fields.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import type { PageMeta } from '../../shared/pagination.ts';
import type { FormFiles } from '../../shared/uploaded-file.ts';
import { idempotent } from '../../trpc/idempotent.ts';
import { allowed, cachedResult, takesForm } from '../../trpc/procedures.ts';
import { type Meta, rest } from '../../trpc/rest.ts';
import type { EditorialWork } from '../records.service.ts';
import { type FilterKey, pictureKeyOf } from './fields-of.ts';
import type { WritingWork } from './given-form.ts';
import { resolvesLists } from './listed-input.ts';
import { MoveInput, Places, type Procedures } from './procedure-types.ts';
import { pageOf, type Schemas, type Stats } from './schemas-of.ts';
import type { ListWork, Service } from './service-of.ts';

/** The summaries in the OpenAPI document. */
export interface Summaries {
  list: string;
  create: string;
  update: string;
  remove: string;
}

interface ProcedureParts<C extends Columns, K extends FilterKey<C>> {
  columns: C;
  schemas: Schemas<C, K>;
  service: Service<C, K>;
  /** The statistics count rows by this column. */
  groups: GroupColumn;
  summaries: Summaries;
  textBytes?: number | undefined;
  groupName: string;
  /** Returns the words of a row in this group. */
  inGroup(group: string): Record<string, unknown>;
}

/** The service without column types, which TypeScript cannot follow. `Procedures` restores them. */
interface AnyService {
  list(work: ListWork, query: object): Promise<{ rows: object[]; meta: PageMeta; stats: Stats<string> }>;
  get(work: OperationContext, id: number): Promise<object>;
  create(work: WritingWork, input: object): Promise<{ id: number }>;
  update(work: WritingWork, change: object): Promise<object>;
  remove(work: EditorialWork, id: number): Promise<{ success: true }>;
  removeAll: Service<Columns, never>['removeAll'];
  setAll: Service<Columns, never>['setAll'];
  undoAll: Service<Columns, never>['undoAll'];
  duplicate(work: EditorialWork, original: { id: number }): Promise<{ id: number }>;
  publish(work: EditorialWork, change: object): Promise<object>;
  complete<R>(work: Pick<OperationContext, 'now'>, row: R): R;
  order: Service<Columns, never>['order'];
}

export function proceduresOf<
  N extends ModuleName,
  C extends Columns,
  K extends FilterKey<C>,
  G extends keyof C,
>(
  name: N,
  {
    columns,
    schemas,
    service: given,
    groups,
    groupName,
    inGroup,
    summaries,
    textBytes,
  }: ProcedureParts<C, K>,
): Procedures<N, C, K, G> {
  const { Input, Change, Query, Shown } = schemas as unknown as Record<
    keyof Schemas<C, K>,
    z.ZodType<object>
  >;
  const { Publication, Publishing, Regrouping } = schemas;
  const service = given as unknown as AnyService;
  const { path, table, one, many, hasSuccess, schedule, noun } = factsOf(name);
  const permitted = allowed(`${name}:manage`);
  const picture = pictureKeyOf(columns);
  const files: FormFiles | undefined = picture === undefined ? undefined : { [picture]: 'picture' };
  const body = {
    ...(files && { files, takesJson: true as const }),
    ...(textBytes && { textBytes }),
  };
  const writing = (meta: Meta) => (picture ? permitted.meta(meta).use(takesForm) : permitted.meta(meta));
  const told = hasSuccess ? ({ success: true } as const) : {};
  const Told = hasSuccess ? Success : z.object({});

  const procedures = {
    list: permitted
      .meta(rest('GET', path, summaries.list))
      .use(resolvesLists(columns, table))
      .input(Query)
      .use(cachedResult)
      .output(pageOf(many, Shown, groups))
      .query(async ({ ctx, input }) => {
        const { rows, ...about } = await service.list(ctx, input);
        return { [many]: rows, ...about } as never;
      }),

    one: permitted
      .input(ById)
      .output(z.object({ [one]: Shown }))
      .query(async ({ ctx, input }) => ({ [one]: await service.get(ctx, input.id) })),

    create: writing(rest('POST', path, summaries.create, { status: 201, ...body, isOnce: true }))
      .use(resolvesLists(columns))
      .input(Input)
      .output(Told.extend({ id: z.int(), [one]: Shown }))
      .mutation(async (call) => {
        const row = service.complete(call.ctx, await idempotent(call, service.create));
        return { ...told, id: row.id, [one]: row } as never;
      }),

    update: writing(rest('PUT', `${path}/{id}`, summaries.update, body))
      .use(resolvesLists(columns))
      .input(Change)
      .output(Told.extend({ [one]: Shown }))
      .mutation(async ({ ctx, input }) => ({ ...told, [one]: await service.update(ctx, input) }) as never),

    remove: permitted
      .meta(rest('DELETE', `${path}/{id}`, summaries.remove))
      .input(ById)
      .output(Success)
      .mutation(({ ctx, input }) => service.remove(ctx, input.id)),

    removeMany: permitted
      .meta(rest('POST', `${path}/delete`, 'Delete several rows; they stay in the trash for 30 days'))
      .input(ByIds)
      .output(Outcomes)
      .mutation(({ ctx, input }) => service.removeAll(ctx, input.ids)),

    regroup: permitted
      .meta(rest('POST', `${path}/group`, `Move several rows to another ${groups.label.toLowerCase()}`))
      .use(resolvesLists(columns))
      .input(Regrouping)
      .output(Outcomes)
      .mutation(({ ctx, input: { ids, [groupName]: group } }) =>
        service.setAll(ctx, ids, inGroup(String(group))),
      ),

    undoMany: permitted
      .meta(rest('POST', `${path}/undo`, 'Take back the last change of several rows'))
      .input(ChangedRows)
      .output(Outcomes)
      .mutation(({ ctx, input }) => service.undoAll(ctx, input.rows)),

    ...(schedule && {
      duplicate: permitted
        .meta(rest('POST', `${path}/{id}/duplicate`, `Copy a ${noun}`, { status: 201, isOnce: true }))
        .input(ById)
        .output(z.object({ id: z.int(), [one]: Shown }))
        .mutation(async (call) => {
          const row = service.complete(call.ctx, await idempotent(call, service.duplicate));
          return { id: row.id, [one]: row } as never;
        }),
    }),

    ...(Publication && {
      publish: permitted
        .meta(rest('POST', `${path}/publication`, 'Show several rows to visitors, or hide them'))
        .input(Publication)
        .output(Outcomes)
        .mutation(({ ctx, input: { ids, ...words } }) => service.setAll(ctx, ids, words)),
    }),

    ...(service.order && {
      places: permitted
        .output(Places)
        .query(async ({ ctx }) => ({ places: await service.order!.places(ctx) })),

      move: permitted
        .meta(rest('POST', `${path}/{id}/move`, 'Move a row to another place in the order'))
        .input(MoveInput)
        .output(Success)
        .mutation(async ({ ctx, input }) => {
          await service.order!.move(ctx, input);
          return { success: true as const };
        }),
    }),

    ...(Publishing && {
      publishing: permitted
        .meta(rest('PUT', `${path}/{id}/publishing`, 'Change when visitors see a row'))
        .use(resolvesLists(columns))
        .input(Publishing)
        .output(z.object({ [one]: Shown }))
        .mutation(async ({ ctx, input }) => ({ [one]: await service.publish(ctx, input) }) as never),
    }),
  };
  return procedures as unknown as Procedures<N, C, K, G>;
}
