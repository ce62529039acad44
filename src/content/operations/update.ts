import type { EditableView } from '../../database/columns.ts';
import { expectVersion, inTransaction } from '../../database/transaction.ts';
import {
  storeUpload,
  type SubmittedPictures,
  takeNamedPicture,
} from '../../pictures/submitted-pictures.service.ts';
import { NotFound } from '../../shared/errors.ts';
import type { EditorCtx, ContentKind, StoredEditable } from '../content-kind.ts';
import { cleanTexts, describeOwnPicture, splitForm, type WritingCtx } from '../module/form-parts.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { type ShownRow, showRow } from '../module/shown-rows.ts';
import { holdLists, openRow, type Revised, saveRow } from '../save-row.ts';

interface ChangedRow<Row> extends SubmittedPictures {
  id: number;
  /** The version that the caller has seen. If undefined, the version is not checked. */
  version?: number | undefined;
  /** Changes the row. `picture` is the path of the submitted picture. */
  revise(row: Row, tx: EditorCtx, picture: string | undefined): Revised | Promise<Revised>;
  /** The verb of the log entry, if it differs from the default verb. */
  verb?: string | undefined;
  /** Takes the locks that must precede the lock of the row. */
  lockBefore?: (tx: EditorCtx) => Promise<void>;
}

/**
 * @throws {NotFound} when the row does not exist · {Conflict} when the row has changed since `version` · {RuleBroken}
 * when the row breaks a rule
 */
export async function updateRow<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  { id, version, revise, verb, lockBefore, upload, named }: ChangedRow<Row>,
): Promise<View> {
  const uploaded = upload && (await storeUpload(ctx, upload));
  const { view } = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const lists = await holdLists(kind, tx);
    await lockBefore?.(tx);
    const locked = await openRow(kind, tx, lists, id);
    if (!locked) throw new NotFound(kind.table.missing);
    expectVersion(locked.row, version, () => locked.view);
    await tx.expectMatch?.(tx);
    const picture = uploaded ?? (named && (await takeNamedPicture(tx, named)));
    return saveRow(kind, tx, locked, { revise: (row) => revise(row, tx, picture), named, verb });
  });
  return view;
}

/** Stores the fields of a form. Fields that the form omits remain unchanged. @throws the errors of `updateRow` */
export async function updateFromForm(
  kind: ModuleKind,
  ctx: WritingCtx,
  { id, version, ...input }: { id: number; version?: number | undefined },
): Promise<ShownRow> {
  const { values, upload, named, image_alt, remove_image } = await splitForm(ctx, input, kind.picture);
  const cleaned = await cleanTexts(ctx, kind.columns, values);

  const updated = updateRow(kind, ctx, {
    id,
    version,
    upload,
    named,
    revise: async (row, tx, path) => {
      row.revise(kind.withPicture(cleaned, path ?? (remove_image ? null : undefined)), ctx.now);
      return describeOwnPicture(tx, kind.picture, row, image_alt);
    },
  });
  return showRow(kind, ctx, updated);
}
