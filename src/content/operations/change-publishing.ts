import type { EditorCtx } from '../content-kind.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import type { Publishing } from '../module/schemas-of.ts';
import { type ShownRow, showRow } from '../module/shown-rows.ts';
import { updateRow } from './update.ts';

/** Changes when visitors see a row, and how search engines treat the row. @throws the errors of `updateRow` */
export function changePublishing(
  kind: ModuleKind,
  ctx: EditorCtx,
  { id, version, ...values }: Publishing,
): Promise<ShownRow> {
  const updated = updateRow(kind, ctx, {
    id,
    version,
    revise: (row) => row.revise(values, ctx.now),
  });
  return showRow(kind, ctx, updated);
}
