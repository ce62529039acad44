import type { EditableView } from '../../database/columns.ts';
import { expectVersion, inTransaction } from '../../database/transaction.ts';
import { callOf, type UndoneEntry } from '../../log/activities.ts';
import {
  dropUnshownUpload,
  storeUpload,
  type SubmittedPictures,
  lockChosenPicture,
} from '../../pictures/change-pictures.ts';
import { runForEachRow, type BulkResult } from '../../shared/bulk.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { type ContentKind, type EditorCtx, lockRows, type StoredEditable } from '../content-kind.ts';
import type { ExternalInput } from '../external-ids.ts';
import { cleanTexts, describeRowPicture, splitFormInput, type WritingCtx } from '../module/form-parts.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import type { PublishingInput } from '../module/schemas-of.ts';
import { type ShownRow, showRow } from '../module/shown-rows.ts';
import { lockLists, lockRow, type RevisionResult, type SaveOptions, saveRow } from '../save-row.ts';

interface ChangedRow<Row> extends SubmittedPictures {
  id: number;
  /** The version that the caller has seen. Undefined to skip the check. */
  version?: number | undefined;
  /** `picture` is the path of the submitted picture. */
  revise(row: Row, tx: EditorCtx, picture: string | undefined): RevisionResult | Promise<RevisionResult>;
  /** What another system calls the row. */
  external?: ExternalInput | undefined;
  /** Replaces the default verb of the log entry. */
  verb?: string | undefined;
  undoes?: UndoneEntry | undefined;
  /** Takes the locks that must precede the row's. */
  lockBefore?: (tx: EditorCtx) => Promise<void>;
}

/** @throws {NotFound} · {Conflict} when changed since `version` · {RuleBroken} when the row breaks a rule */
export async function updateRow<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  { id, version, revise, external, verb, undoes, lockBefore, upload, chosen }: ChangedRow<Row>,
): Promise<View> {
  const uploaded = upload && (await storeUpload(ctx, upload));
  try {
    const { view } = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const lists = await lockLists(kind, tx);
      await lockBefore?.(tx);
      const locked = await lockRow(kind, tx, lists, id);
      if (!locked) throw new NotFound(kind.table.missing);
      expectVersion(locked.row, version, () => locked.view);
      await tx.expectMatch?.(tx);
      const picture = uploaded ?? (chosen && (await lockChosenPicture(tx, chosen)));
      return saveRow(kind, tx, locked, {
        revise: (row) => revise(row, tx, picture),
        chosenPicture: chosen,
        external,
        verb,
        undoes,
      });
    });
    return view;
  } finally {
    await dropUnshownUpload(ctx, uploaded);
  }
}

/** Stores a form. Fields that it omits keep their values. @throws the errors of `updateRow` */
export async function updateFromForm(
  kind: ModuleKind,
  ctx: WritingCtx,
  { id, version, ...input }: { id: number; version?: number | undefined },
): Promise<ShownRow> {
  const { values, external, upload, chosen, image_alt, remove_image } = await splitFormInput(
    ctx,
    input,
    kind.picture,
  );
  const cleaned = await cleanTexts(ctx, kind.columns, values);

  const updated = updateRow(kind, ctx, {
    id,
    version,
    upload,
    chosen,
    external,
    revise: async (row, tx, path) => {
      row.revise(kind.withPicture(cleaned, path ?? (remove_image ? null : undefined)), ctx.now);
      return describeRowPicture(tx, kind.picture, row, image_alt);
    },
  });
  return showRow(kind, ctx, updated);
}

/**
 * Changes rows in one transaction, or none when a row breaks a rule. `changeOf` returns undefined for a row
 * to leave alone.
 * @throws {RuleBroken} with the title of the row
 */
export async function updateRows<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  ids: readonly number[],
  changeOf: (row: Row, tx: EditorCtx) => Promise<SaveOptions<Row> | undefined>,
): Promise<BulkResult> {
  return inTransaction(ctx, async (tx) => {
    const lists = await lockLists(kind, tx);
    // All rows before the first log entry, which takes a lock too. Every save locks in this order, so there
    // are no deadlocks.
    await lockRows(tx, kind.entity, ids);
    const call = callOf(ids);
    return runForEachRow(ids, async (id) => {
      const locked = await lockRow(kind, tx, lists, id);
      if (!locked) return 'not_found';
      const { row } = locked;
      const change = await changeOf(row, tx);
      const saved =
        change &&
        (await saveRow(kind, tx, locked, { ...change, call }).catch((error: unknown) => {
          throw RuleBroken.naming(kind.subjectOf(row, tx.now).label, error);
        }));
      // A hundred rows with long texts would fill the memory.
      tx.em.clear();
      return saved?.isChanged ? { outcome: 'changed', version: row.version } : 'unchanged';
    });
  });
}

/** @throws the errors of `updateRows` */
export function setColumnValues(
  kind: ModuleKind,
  ctx: EditorCtx,
  ids: readonly number[],
  values: Record<string, unknown>,
): Promise<BulkResult> {
  return updateRows(kind, ctx, ids, async () => ({
    revise: (row) => row.revise(values, ctx.now),
  }));
}

/** Changes when visitors see a row, and how search engines treat it. @throws the errors of `updateRow` */
export function changePublishing(
  kind: ModuleKind,
  ctx: EditorCtx,
  { id, version, ...values }: PublishingInput,
): Promise<ShownRow> {
  const updated = updateRow(kind, ctx, {
    id,
    version,
    revise: (row) => row.revise(values, ctx.now),
  });
  return showRow(kind, ctx, updated);
}
