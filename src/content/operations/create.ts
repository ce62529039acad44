import type { EditableView } from '../../database/columns.ts';
import type { Ctx, ReadCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import {
  dropUnshownUpload,
  storeUpload,
  type SubmittedPictures,
  lockChosenPicture,
} from '../../pictures/change-pictures.ts';
import { isPicturePath } from '../../shared/fields.ts';
import type { Columns } from '../../shared/column-types.ts';
import type { ContentKind, EditorCtx, StoredEditable } from '../content-kind.ts';
import type { ExternalInput } from '../external-ids.ts';
import { initialValues } from '../module/fields-of.ts';
import {
  cleanTexts,
  withoutUndefined,
  describeRowPicture,
  splitFormInput,
  type WritingCtx,
} from '../module/form-parts.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { type ShownRow, showRow } from '../module/shown-rows.ts';
import { lockLists, saveRow } from '../save-row.ts';
import { readRow } from './read.ts';

interface NewRow<Row, View, Shown> extends SubmittedPictures {
  /** `picture` is the path of the submitted picture. */
  write(tx: EditorCtx, picture: string | undefined): NoInfer<Row> | Promise<NoInfer<Row>>;
  /** Makes the response. Reads through the transaction's connection; no other one sees the new row yet. */
  show(tx: ReadCtx & Pick<Ctx, 'now'>, view: NoInfer<View>): Promise<Shown>;
  /** Called in the transaction, with the id of the stored row. */
  stored?: ((tx: EditorCtx, id: number) => Promise<void>) | undefined;
  /** What another system calls the row. */
  external?: ExternalInput | undefined;
  /** The copied row. The copy may keep values that are no longer in their lists. */
  original?: object;
}

/**
 * Stores nothing when `show` throws.
 * @throws {RuleBroken} when the row breaks a rule · {Conflict} when a response to the `Idempotency-Key` is
 * stored, or another row has the external id
 */
export async function createRow<Row extends StoredEditable, View extends EditableView, Shown>(
  kind: ContentKind<Row, View>,
  ctx: EditorCtx,
  { write, show, stored, external, original, upload, chosen }: NewRow<Row, View, Shown>,
): Promise<Shown> {
  const uploaded = upload && (await storeUpload(ctx, upload));
  try {
    return await inIdempotentTransaction(ctx, async (tx) => {
      const lists = await lockLists(kind, tx);
      const row = await write(tx, uploaded ?? (chosen && (await lockChosenPicture(tx, chosen))));
      const newRow = { row, lists, before: undefined, keeps: original };
      const { view } = await saveRow(kind, tx, newRow, { chosenPicture: chosen, external });
      await stored?.(tx, row.id);
      return show({ read: tx.em.getKysely<Tables>(), now: tx.now }, view);
    });
  } finally {
    await dropUnshownUpload(ctx, uploaded);
  }
}

/** @throws the errors of `createRow` */
export async function createFromForm(kind: ModuleKind, ctx: WritingCtx, input: object): Promise<ShownRow> {
  const { values, external, upload, chosen, image_alt } = await splitFormInput(ctx, input, kind.picture);
  const cleaned = {
    ...initialValues(kind.columns),
    ...withoutUndefined(await cleanTexts(ctx, kind.columns, values)),
  };

  return createRow(kind, ctx, {
    upload,
    chosen,
    external,
    write: async (tx, path) => {
      const row = kind.write(kind.withPicture(cleaned, path ?? null), ctx.now);
      await describeRowPicture(tx, kind.picture, row, image_alt);
      return row;
    },
    show: (tx, view) => showRow(kind, tx, view),
  });
}

interface AsTranslation extends Pick<NewRow<never, never, never>, 'stored'> {
  lang: string;
}

/**
 * A hidden copy with the picture, but without dates and slug. A translation keeps the title.
 * @throws {NotFound} without an original
 */
export async function duplicateRow(
  kind: ModuleKind,
  ctx: EditorCtx,
  { id }: { id: number },
  { stored, ...translation }: Partial<AsTranslation> = {},
): Promise<ShownRow> {
  const original = await readRow(kind, ctx, id);
  const { title, facts } = kind;
  const values = {
    ...copiedValues(kind.columns, original, { title, publicBy: facts.publicBy }),
    ...(translation.lang && { [title]: original[title], ...translation }),
  };
  const own = kind.picture && (original[kind.picture] as string | null);
  const address = own && (!isPicturePath(own) || (await ctx.pictures.exists(own))) ? own : undefined;
  return createRow(kind, ctx, {
    chosen: { address, field: kind.picture ?? '' },
    original,
    stored,
    write: (_, picture) => {
      const row = kind.write(kind.withPicture(values, picture ?? null), ctx.now);
      kind.schedule.hide(row, ctx.now);
      return row;
    },
    show: (tx, view) => showRow(kind, tx, view),
  });
}

function copiedValues(
  columns: Columns,
  original: Record<string, unknown>,
  { title, publicBy }: { title: string; publicBy: string | null },
): Record<string, unknown> {
  const entries = Object.entries(columns).filter(([, { kind }]) => kind !== 'moment' && kind !== 'slug');
  const copied = entries.map(([key, column]) => {
    if (key === publicBy) return [key, false];
    const limit = 'max' in column ? column.max : undefined;
    const isTitle = key === title;
    return [key, isTitle ? `Copy of ${original[key]}`.slice(0, limit).toWellFormed().trim() : original[key]];
  });
  return Object.fromEntries(copied);
}
