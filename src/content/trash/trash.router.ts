import type { EditableView } from '../../database/columns.ts';
import { ByIds, BulkResult } from '../../shared/bulk.ts';
import { ById, Success } from '../../shared/fields.ts';
import {
  logNameOfModule,
  type RecordedModuleName,
  recordedFacts,
  recordedModuleNames,
} from '../../shared/module-facts.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import type { ContentKind, StoredEditable } from '../content-kind.ts';
import { restoreRow, restoreRows } from '../operations/remove.ts';
import { TrashPage, TrashQuery } from './trash.schema.ts';
import { deleteAllPermanently, deletePermanently, readTrash } from './trash.ts';

interface TrashedModule {
  kind: ContentKind<StoredEditable, EditableView>;
}

/** The id of an item is that of the deleted row. */
function trashOf(name: RecordedModuleName, { kind }: TrashedModule) {
  const { path } = recordedFacts(name);
  const module = logNameOfModule(name);
  const grant = `${name}:manage` as const;
  return router({
    list: procedureWithGrant(grant)
      .meta(rest('GET', `${path}/trash`, 'List the rows deleted in the last 30 days'))
      .input(TrashQuery)
      .output(TrashPage)
      .query(({ ctx, input }) => readTrash(ctx.read, module, input, ctx.now)),

    restore: procedureWithGrant(grant)
      .meta(rest('POST', `${path}/{id}/restore`, 'Restore a deleted row'))
      .input(ById)
      .output(Success)
      .mutation(({ ctx, input }) => restoreRow(kind, ctx, input.id)),

    restoreMany: procedureWithGrant(grant)
      .meta(rest('POST', `${path}/restore`, 'Restore several deleted rows'))
      .input(ByIds)
      .output(BulkResult)
      .mutation(({ ctx, input }) => restoreRows(kind, ctx, input.ids)),

    remove: procedureWithGrant(grant)
      .meta(rest('DELETE', `${path}/trash/{id}`, 'Delete a row in the trash permanently'))
      .input(ById)
      .output(Success)
      .mutation(({ ctx, input }) => deletePermanently(ctx, module, input.id)),

    removeMany: procedureWithGrant(grant)
      .meta(rest('POST', `${path}/trash/delete`, 'Delete several rows in the trash permanently'))
      .input(ByIds)
      .output(BulkResult)
      .mutation(({ ctx, input }) => deleteAllPermanently(ctx, module, input.ids)),
  });
}

export function trashRouterOf(modules: Record<RecordedModuleName, TrashedModule>) {
  const trashes = Object.fromEntries(recordedModuleNames.map((name) => [name, trashOf(name, modules[name])]));
  return router(trashes as Record<RecordedModuleName, ReturnType<typeof trashOf>>);
}
