import type { EditableView } from '../../database/columns.ts';
import { expectVersion, inTransaction } from '../../database/transaction.ts';
import type { TakePicture } from '../../pictures/submitted-files.service.ts';
import { type SubmittedPictures, holdPictures } from '../../pictures/submitted-pictures.service.ts';
import { releasePictures } from '../../pictures/pictures.service.ts';
import { NotFound } from '../../shared/errors.ts';
import type { EditorCtx, ContentKind, StoredEditable } from '../content-kind.ts';
import { cleanTexts, describeOwnPicture, splitForm, type WritingCtx } from '../module/form-parts.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { type ShownRow, showRow } from '../module/shown-rows.ts';
import { holdLists, openRow, type Revised, type Saved, saveRow } from '../save-row.ts';

interface ChangedRow<Row> extends SubmittedPictures {
  id: number;
  /** The version that the caller has seen. If undefined, the version is not checked. */
  version?: number | undefined;
  /** Changes the row. `take` returns the address of the row's picture, or undefined when none was given. */
  revise(row: Row, tx: EditorCtx, take: TakePicture): Revised | Promise<Revised>;
  /** The verb of the log entry, if it differs from the default verb. */
  verb?: string | undefined;
  /** Takes the locks that must precede the lock of the row. */
  lockBefore?: (tx: EditorCtx) => Promise<void>;
}

/**
 * Changes a row. Afterwards, releases a picture that the row no longer shows.
 *
 * @throws {NotFound} when the row does not exist · {Conflict} when the row has changed since `version` · {RuleBroken}
 * when the row breaks a rule
 */
export async function updateRow<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  change: ChangedRow<Row>,
): Promise<View> {
  const saved = await saveChange(kind, ctx, change);
  await releasePictures(ctx, saved.dropped);
  return saved.view;
}

/**
 * Saves the change while it holds the leases on its pictures. Releases the leases at the end, because `releasePictures`
 * needs the same leases afterwards.
 */
async function saveChange<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  { id, version, revise, verb, lockBefore, ...given }: ChangedRow<Row>,
): Promise<Saved<View>> {
  await using pictures = await holdPictures(ctx, given);
  const saved = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const lists = await holdLists(kind, tx);
    await lockBefore?.(tx);
    const opened = await openRow(kind, tx, lists, id);
    if (!opened) throw new NotFound(kind.table.missing);
    expectVersion(opened.row, version, () => opened.view);
    await tx.expectMatch?.(tx);
    return saveRow(kind, tx, opened, {
      revise: (row) => revise(row, tx, pictures.take),
      named: given.named,
      verb,
    });
  });
  pictures.keep();
  return saved;
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
    used: kind.usesOf?.(cleaned),
    revise: async (row, tx, take) => {
      row.revise(kind.withPicture(cleaned, take() ?? (remove_image ? null : undefined)), ctx.now);
      return describeOwnPicture(tx, kind.picture, row, image_alt);
    },
  });
  return showRow(kind, ctx, updated);
}
