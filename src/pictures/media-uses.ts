import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../database/columns.ts';
import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx } from '../database/ctx.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import { insertRow } from '../database/transaction.ts';
import type { Tables } from '../database/table-types.ts';
import { isPicturePath, toOneLine } from '../shared/fields.ts';
import { linkedFilesKey } from '../shared/blocks/row-values.ts';
import { RuleBroken } from '../shared/errors.ts';
import { isFileType, linkedFileIds } from '../shared/library-files.ts';
import { mediaIdsOf } from '../shared/writing/pictures-in-text.ts';
import { MediaItem } from './media-item.entity.ts';
import { type ChosenPicture, notInLibraryMessage } from './change-pictures.ts';

const maxName = 200;

/** In the transaction that stores the row. The item goes with the last row that shows the picture. */
export async function attachPictureToRow(
  tx: Pick<Ctx, 'em' | 'now' | 'viewer'>,
  path: string | null | undefined,
  name: string,
): Promise<void> {
  if (!path || !isPicturePath(path)) return;
  const { em, now, viewer } = tx;
  const db = em.getKysely<Tables>();
  const known = await db.selectFrom('pictures').select('alt').where('path', '=', path).executeTakeFirst();
  // Without a row in `pictures` the size is unknown. The sweep measures it later and then adds the item.
  if (!known) return;
  // Who takes away the last other row meanwhile waits for this one, and lets the item stay.
  const items = db.selectFrom('media').select('id').where('path', '=', path);
  const item = await (isPostgresql(db) ? items.forKeyShare() : items).executeTakeFirst();
  if (item) return;
  const origin = { user_id: viewer?.id ?? null, user_name: viewer?.name ?? '' };
  const fields = { path, name: toOneLine(name).slice(0, maxName), alt: known.alt, is_attached: true };
  await insertRow({ em }, MediaItem, MediaItem.enter({ ...fields, ...origin }, now));
}

interface ItemsOfSave {
  /** Of the pictures in texts. */
  ids: readonly number[];
  paths: readonly (string | null | undefined)[];
  /** Whether one of them may be deleted, because the row no longer shows it. */
  isLast: boolean;
}

/**
 * In the order of their ids, before a save locks one of them. So two people who exchange the pictures of their
 * rows cannot deadlock.
 */
export async function lockItems({ em }: Pick<Ctx, 'em'>, { ids, paths, isLast }: ItemsOfSave): Promise<void> {
  const db = em.getKysely<Tables>();
  const shown = paths.filter((path) => typeof path === 'string' && isPicturePath(path));
  if (!isPostgresql(db) || shown.length === 0) return;
  const items = db
    .selectFrom('media')
    .select('id')
    .where(({ or, eb }) =>
      or([eb('path', 'in', shown as string[]), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]),
    )
    .orderBy('id');
  await (isLast ? items.forUpdate() : items.forKeyShare()).execute();
}

/**
 * In the transaction that stores the row. The picture then stays, even if it came with a form.
 * @throws {RuleBroken} when the library does not contain it
 */
export async function keepChosenPicture(
  tx: Pick<Ctx, 'em'>,
  { address, field }: ChosenPicture,
): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  const items = db.selectFrom('media').select(['id', 'is_attached']).where('path', '=', address!);
  const item = await (isPostgresql(db) ? items.forKeyShare() : items).executeTakeFirst();
  if (!item) throw RuleBroken.of(field, notInLibraryMessage);
  if (item.is_attached) await keepItems(tx, [item.id]);
}

/** Does nothing if the library does not contain the picture. */
export async function keepInLibrary(tx: Pick<Ctx, 'em'>, path: string): Promise<void> {
  const items = tx.em.getKysely<Tables>().selectFrom('media').select(['id', 'is_attached']);
  const item = await items.where('path', '=', path).executeTakeFirst();
  if (item?.is_attached) await keepItems(tx, [item.id]);
}

async function keepItems({ em }: Pick<Ctx, 'em'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  declareChangedTables({ em }, 'media');
  const db = em.getKysely<Tables>();
  await db.updateTable('media').set({ is_attached: false }).where('id', 'in', ids).execute();
}

interface UseRow {
  media_id: number;
  module: string;
  item_id: number;
  place: string;
}
type UseKey = Pick<UseRow, 'media_id' | 'place'>;
/** Other columns, such as formatted texts, can contain several pictures. */
const ownPictures: ReadonlySet<string> = new Set(['share_picture', 'photograph']);

type Inside = Pick<Ctx, 'em'>;

/** By column. The ids of linked files are under `linkedFilesKey`. */
export type PictureUses = Readonly<Record<string, readonly number[]>>;

export function findPictureUses(texts: Readonly<Record<string, string>>): PictureUses {
  const shown = Object.fromEntries(Object.entries(texts).map(([place, html]) => [place, mediaIdsOf(html)]));
  return withLinked(shown, Object.values(texts).flatMap(linkedFileIds));
}

export function joinPictureUses(one: PictureUses, other: PictureUses = {}): PictureUses {
  return withLinked({ ...one, ...other }, [...(one[linkedFilesKey] ?? []), ...(other[linkedFilesKey] ?? [])]);
}

function withLinked(used: PictureUses, linked: readonly number[]): PictureUses {
  return linked.length > 0 ? { ...used, [linkedFilesKey]: [...new Set(linked)] } : used;
}

/**
 * In the transaction that stores the row. New pictures then stay in the library. Returns the columns that
 * refer to a missing one.
 */
export async function recordPictureUses(
  tx: Inside,
  { module, item_id }: { module: string; item_id: number },
  used: PictureUses,
  isNew = false,
): Promise<string[]> {
  const db = tx.em.getKysely<Tables>();
  const uses = Object.entries(used).flatMap(([place, ids]) => ids.map((media_id) => ({ media_id, place })));
  const ofRow = { module, item_id };
  const there = isNew ? [] : await readUses(tx, ofRow);
  const isAmong = (uses: { media_id: number; place: string }[]) => {
    const keys = new Set(uses.map(({ media_id, place }) => `${media_id} ${place}`));
    return ({ media_id, place }: { media_id: number; place: string }) => keys.has(`${media_id} ${place}`);
  };
  const isWanted = isAmong(uses);
  for (const { media_id, place } of there.filter((use) => !isWanted(use))) {
    await deletePictureUse(tx, { ...ofRow, media_id, place });
  }
  const isRecorded = isAmong(there);
  const added = uses.filter((use) => !isRecorded(use));
  if (added.length === 0) return [];
  const items = await holdItems(
    tx,
    added.map(({ media_id }) => media_id),
  );
  // A linked item must be a file, because the address of a picture by its id leads nowhere. Others are
  // pictures.
  const isThere = ({ media_id, place }: UseKey) => items.get(media_id)?.isFile === (place === linkedFilesKey);
  const valid = added.filter(isThere);
  if (valid.length > 0) {
    await db
      .insertInto('media_uses')
      .values(valid.map((use) => ({ ...use, ...ofRow })))
      .execute();
  }
  await keepItems(
    tx,
    [...items].filter(([, { isAttached }]) => isAttached).map(([id]) => id),
  );
  const missing = added.filter((use) => !isThere(use) && use.place !== linkedFilesKey);
  return [...new Set(missing.map(({ place }) => place))];
}

/** @throws {RuleBroken} with a message for each column that refers to a picture that does not exist */
export function expectNoMissingPictures(missing: readonly string[]): void {
  if (missing.length === 0) return;
  const [inText, own] = ['A picture in the text', 'This picture'].map(
    (what) => `${what} is no longer in the library.`,
  );
  throw new RuleBroken(
    Object.fromEntries(missing.map((place) => [place, [ownPictures.has(place) ? own! : inText!]])),
  );
}

interface HeldItem {
  isAttached: boolean;
  isFile: boolean;
}

/** Items stay until this transaction ends. Leaves out ids without an item. */
async function holdItems({ em }: Inside, ids: readonly number[]): Promise<Map<number, HeldItem>> {
  const db = em.getKysely<Tables>();
  const items = db
    .selectFrom('media')
    .select(['id', 'is_attached', 'type'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id');
  const rows = await (isPostgresql(db) ? items.forKeyShare() : items).execute();
  return new Map(
    rows.map(({ id, is_attached, type }) => [
      id,
      { isAttached: Boolean(is_attached), isFile: isFileType(type) },
    ]),
  );
}

async function readUses(
  { em }: Inside,
  { module, item_id }: { module: string; item_id: number },
): Promise<{ media_id: number; place: string }[]> {
  const uses = em.getKysely<Tables>().selectFrom('media_uses').select(['media_id', 'place']);
  return uses.where('module', '=', module).where('item_id', '=', item_id).execute();
}

export async function deletePictureUse(
  { em }: Inside,
  { media_id, module, item_id, place }: UseRow,
): Promise<void> {
  await em
    .getKysely<Tables>()
    .deleteFrom('media_uses')
    .where('media_id', '=', media_id)
    .where('module', '=', module)
    .where('item_id', '=', item_id)
    .where('place', '=', place)
    .execute();
}

export async function deletePictureUses(
  { em }: Inside,
  { module, item_id }: { module: string; item_id: number },
): Promise<void> {
  const uses = em.getKysely<Tables>().deleteFrom('media_uses');
  await uses.where('module', '=', module).where('item_id', '=', item_id).execute();
}

export const MediaUseSchema = defineEntity({
  name: 'MediaUse',
  tableName: 'media_uses',
  indexes: [{ properties: ['module', 'item_id'] }],
  properties: {
    media: () => p.manyToOne(MediaItem).primary().deleteRule('restrict').index(),
    /** As in the activity log, or `gallery`. */
    module: textColumn('nothing').primary(),
    item_id: p.integer().primary(),
    /** The column, or `linkedFilesKey` for a linked file. */
    place: textColumn('nothing').primary(),
  },
});

/** The foreign key keeps the item from being deleted. Rows in the trash keep their uses. */
export class MediaUse extends MediaUseSchema.class {}

MediaUseSchema.setClass(MediaUse);
