import type { EditableView } from '../../database/columns.ts';
import { expectVersion, inTransaction } from '../../database/transaction.ts';
import type { TakePicture } from '../../pictures/held-files.service.ts';
import { type HeldPictures, holdPictures } from '../../pictures/held-pictures.service.ts';
import { releasePictures } from '../../pictures/pictures.service.ts';
import { NotFound } from '../../shared/errors.ts';
import type { EditorialWork, Kind, StoredEditable } from '../kind.ts';
import { cleanTexts, describeOwn, takeApart, type WritingWork } from '../module/form-parts.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { type ShownRow, showRow } from '../module/shown-rows.ts';
import { holdLists, openRow, type Saved, saveRow } from '../save-row.ts';

interface ChangedRow<Row> extends HeldPictures {
  id: number;
  /** The version that the caller has seen. Undefined: any. */
  version?: number | undefined;
  /** `take` returns the address of the picture, undefined when none was given. */
  revise(row: Row, inside: EditorialWork, take: TakePicture): void | Promise<void>;
  /** The verb of the log entry, if it is not the usual one. */
  verb?: string | undefined;
  /** Locks what comes before the row in the order of locks. */
  lockBefore?: (inside: EditorialWork) => Promise<void>;
}

/**
 * Changes a row. A picture that it no longer shows is removed afterwards.
 *
 * @throws {NotFound} · {Conflict} when the row has changed since `version` · {RuleBroken} when it may not be stored as it is
 */
export async function updateRow<Row extends StoredEditable, View extends EditableView>(
  kind: Kind<Row, View>,
  work: EditorialWork,
  change: ChangedRow<Row>,
): Promise<View> {
  const saved = await saveChange(kind, work, change);
  await releasePictures(work, saved.dropped);
  return saved.view;
}

/** The leases on the pictures end with it, because a release needs them. */
async function saveChange<Row extends StoredEditable, View extends EditableView>(
  kind: Kind<Row, View>,
  work: EditorialWork,
  { id, version, revise, verb, lockBefore, ...given }: ChangedRow<Row>,
): Promise<Saved<View>> {
  await using pictures = await holdPictures(work, given);
  const saved = await inTransaction({ ...work, em: work.em.fork() }, async (inside) => {
    const lists = await holdLists(kind, inside);
    await lockBefore?.(inside);
    const opened = await openRow(kind, inside, lists, id);
    if (!opened) throw new NotFound(kind.table.missing);
    expectVersion(opened.row, version, () => opened.view);
    return saveRow(kind, inside, opened, {
      revise: (row) => revise(row, inside, pictures.take),
      named: given.named,
      verb,
    });
  });
  pictures.keep();
  return saved;
}

/** Stores what a form sent. A field that it leaves out stays as it is. Like `updateRow`. */
export async function updateFromForm(
  kind: ModuleKind,
  work: WritingWork,
  { id, version, ...input }: { id: number; version?: number | undefined },
): Promise<ShownRow> {
  // The form
  const { words, upload, named, image_alt, remove_image } = takeApart(input, kind.picture);
  const cleaned = await cleanTexts(work, kind.columns, words);

  // The row
  const updated = updateRow(kind, work, {
    id,
    version,
    upload,
    named,
    used: kind.usesOf?.(cleaned),
    revise: async (row, inside, take) => {
      row.revise(kind.withPicture(cleaned, take() ?? (remove_image ? null : undefined)), work.now);
      await describeOwn(inside, kind.picture, row, image_alt);
    },
  });
  return showRow(kind, work, updated);
}
