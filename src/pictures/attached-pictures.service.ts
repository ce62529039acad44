import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx } from '../database/ctx.ts';
import { isPostgresql } from '../database/dialect.ts';
import { insertRow } from '../database/insert-row.ts';
import type { Tables } from '../database/tables.ts';
import { isPicturePath } from '../shared/address-fields.ts';
import { RuleBroken } from '../shared/errors.ts';
import { toOneLine } from '../shared/text-fields.ts';
import { MediaItem } from './media-item.entity.ts';
import { type NamedPicture, notInLibrary } from './submitted-pictures.service.ts';

const maxName = 200;

/**
 * Adds the picture of a row to the library, unless the library already contains the picture. Call this
 * function in the transaction that stores the row. The new item and its file are deleted together with the
 * last row that shows the picture.
 */
export async function attachPicture(
  tx: Pick<Ctx, 'em' | 'now' | 'viewer'>,
  path: string | null | undefined,
  name: string,
): Promise<void> {
  if (!path || !isPicturePath(path)) return;
  const { em, now, viewer } = tx;
  const known = await em
    .getKysely<Tables>()
    .selectFrom('pictures')
    .leftJoin('media', 'media.path', 'pictures.path')
    .select(['pictures.alt', 'media.id as item'])
    .where('pictures.path', '=', path)
    .executeTakeFirst();
  // If the picture has no row in `pictures`, its size is unknown. The sweep measures the picture later and then adds
  // the item.
  if (!known || known.item !== null) return;
  const origin = { user_id: viewer?.id ?? null, user_name: viewer?.name ?? '' };
  const words = { path, name: toOneLine(name).slice(0, maxName), alt: known.alt, is_attached: true };
  await insertRow({ em }, MediaItem, MediaItem.enter({ ...words, ...origin }, now));
}

/**
 * Makes a chosen picture a permanent part of the library, even if the picture was uploaded with a form. Call this
 * function in the transaction that stores the row.
 * @throws {RuleBroken} when the library does not contain the picture
 */
export async function keepChosenPicture(
  tx: Pick<Ctx, 'em'>,
  { address, field }: NamedPicture,
): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  const items = db.selectFrom('media').select(['id', 'is_attached']).where('path', '=', address!);
  const item = await (isPostgresql(db) ? items.forKeyShare() : items).executeTakeFirst();
  if (!item) throw RuleBroken.of(field, notInLibrary);
  if (item.is_attached) await keepItems(tx, [item.id]);
}

/**
 * Makes an attached picture a permanent part of the library. Does nothing if the library does not contain the
 * picture.
 */
export async function keepInLibrary(tx: Pick<Ctx, 'em'>, path: string): Promise<void> {
  const items = tx.em.getKysely<Tables>().selectFrom('media').select(['id', 'is_attached']);
  const item = await items.where('path', '=', path).executeTakeFirst();
  if (item?.is_attached) await keepItems(tx, [item.id]);
}

export async function keepItems({ em }: Pick<Ctx, 'em'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  declareChangedTables({ em }, 'media');
  const db = em.getKysely<Tables>();
  await db.updateTable('media').set({ is_attached: false }).where('id', 'in', ids).execute();
}
