import type { EditableView } from '../../database/columns.ts';
import { expectVersion, inTransaction } from '../../database/transaction.ts';
import {
  dropUnshownUpload,
  storeUpload,
  type SubmittedPictures,
  takeNamedPicture,
} from '../../pictures/submitted-pictures.ts';
import { forEachRow, type Outcomes, type UndoneRow } from '../../shared/bulk.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { type ContentKind, type EditorCtx, lockRows, type StoredEditable } from '../content-kind.ts';
import { cleanTexts, describeOwnPicture, splitForm, type WritingCtx } from '../module/form-parts.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import type { ReceivedPublishing } from '../module/schemas-of.ts';
import { type ShownRow, showRow } from '../module/shown-rows.ts';
import { holdLists, openRow, type Revised, type Save, saveRow } from '../save-row.ts';
import { toStored } from '../stored-fields.ts';
import { readValuesBefore } from '../versions/stored-versions.ts';

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
  try {
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
  } finally {
    await dropUnshownUpload(ctx, uploaded);
  }
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

/**
 * Changes rows in one transaction. `changeOf` returns the change of each row, or undefined for a row that remains
 * unchanged. If a row breaks a rule, no row is changed.
 *
 * @throws {RuleBroken} with the title of a row that breaks a rule
 */
async function updateRows<Row extends StoredEditable, View extends EditableView>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  ids: readonly number[],
  changeOf: (row: Row, tx: EditorCtx) => Promise<Save<Row> | undefined>,
): Promise<Outcomes> {
  return inTransaction(ctx, async (tx) => {
    const lists = await holdLists(kind, tx);
    // Locks all rows before the first log entry, because a log entry takes a lock too. Every save takes its locks in
    // this order, which prevents deadlocks.
    await lockRows(tx, kind.entity, ids);
    return forEachRow(ids, async (id) => {
      const opened = await openRow(kind, tx, lists, id);
      if (!opened) return 'not_found';
      const { row } = opened;
      const change = await changeOf(row, tx);
      const saved =
        change &&
        (await saveRow(kind, tx, opened, change).catch((error: unknown) => {
          throw RuleBroken.naming(kind.subjectOf(row, tx.now).label, error);
        }));
      // Clears the entity manager after each row, because a hundred rows with long texts would fill the memory.
      tx.em.clear();
      return saved?.isChanged ? { outcome: 'changed', version: row.version } : 'unchanged';
    });
  });
}

/**
 * Sets the same values in several rows. Rows that already have these values remain unchanged.
 * @throws the errors of `updateRows`
 */
export function setValues(
  kind: ModuleKind,
  ctx: EditorCtx,
  ids: readonly number[],
  values: Record<string, unknown>,
): Promise<Outcomes> {
  return updateRows(kind, ctx, ids, async () => ({
    revise: (row) => row.revise(values, ctx.now),
  }));
}

/** Changes when visitors see a row, and how search engines treat the row. @throws the errors of `updateRow` */
export function changePublishing(
  kind: ModuleKind,
  ctx: EditorCtx,
  { id, version, ...values }: ReceivedPublishing,
): Promise<ShownRow> {
  const updated = updateRow(kind, ctx, {
    id,
    version,
    revise: (row) => row.revise(values, ctx.now),
  });
  return showRow(kind, ctx, updated);
}

/**
 * Undoes the change that created the given version of each row. A row remains unchanged when the version is not its
 * latest one, or when the previous version is no longer stored. Changes of formatted texts, blocks, the picture or the
 * address are not undone either.
 *
 * @throws {RuleBroken} with the title of a row whose earlier values break a rule
 */
export function undoChanges(
  kind: ModuleKind,
  ctx: EditorCtx,
  changed: readonly UndoneRow[],
): Promise<Outcomes> {
  const { entity, module, columns, picture } = kind;
  const plain = Object.keys(columns).filter(
    (name) => name !== picture && !['slug', 'html', 'blocks'].includes(columns[name]!.kind),
  );
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  return updateRows(kind, ctx, [...versions.keys()], async (row, tx) => {
    const isLast = row.version === versions.get(row.id);
    const item = { module, item_id: row.id };
    const values = isLast ? await readValuesBefore(tx, item, row.version) : undefined;
    if (!values || Object.keys(values).some((name) => !plain.includes(name))) return undefined;
    const others = Object.fromEntries(plain.map((name) => [name, row[name]]));
    const stored = toStored(tx, entity, values);
    const revise = () => {
      row.revise(stored, tx.now);
      // `revise` removes an end that has passed when it publishes a row again. This row had that end before, so the
      // stored values are set once more.
      Object.assign(row, others, stored);
    };
    return { revise, verb: 'Undid a change of' };
  });
}
