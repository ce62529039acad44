import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';
import type { Ctx, Reader, SignedInCtx } from '../../database/ctx.ts';
import { RetainedPicturePath } from '../../database/file-columns.ts';
import { isPicturePath } from '../../shared/fields.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import type { ItemKey } from '../addresses/stored-addresses.ts';

export const VersionSchema = defineEntity({
  name: 'Version',
  tableName: 'versions',
  indexes: [{ properties: ['picture'] }],
  uniques: [{ properties: ['module', 'item_id', 'number'] }],
  properties: {
    id: p.integer().primary(),
    module: textColumn('nothing').$type<ActivityModule>(),
    item_id: p.integer(),
    /** The row's `version` after the save. */
    number: p.integer(),
    /** The row's columns as deflated JSON in base64. */
    fields: textColumn('packed'),
    /** A version with a name is kept as long as its row. */
    name: textColumn('writing').nullable(),
    /** The columns that differ from the version before. Empty for the first one. */
    changed: jsonColumn<string[]>('nothing'),
    /** The path of the row's own picture, whose file the version keeps. Null without an uploaded one. */
    picture: p.type(RetainedPicturePath).nullable(),
    /** Null if the author is not known. */
    user_id: p.integer().nullable(),
    /** The author's name at the time of the save. */
    user_name: textColumn('colleague').nullable(),
    created_at: p.datetime(),
    /** The length of `fields`, which is read to sum up sizes without loading the texts. */
    bytes: p.integer(),
  },
});

/** A row as it was after a save, or before its first recorded one. */
export class Version extends VersionSchema.class {}

VersionSchema.setClass(Version);

export const VersionPictureSchema = defineEntity({
  name: 'VersionPicture',
  tableName: 'version_pictures',
  properties: {
    version: () => p.manyToOne(Version).primary().deleteRule('cascade').index(false),
    /** No foreign key: the library may delete a picture that only versions show. */
    media_id: p.integer().primary().index(),
  },
});

/** A picture of the library that a version shows. */
export class VersionPicture extends VersionPictureSchema.class {}

VersionPictureSchema.setClass(VersionPicture);

/** Applies to the unnamed versions of a row. */
export const maxVersions = 50;
/** Of the fields of a row's unnamed versions together. The newest one is always kept. */
export const maxVersionBytes = 2 * 1024 * 1024;

export type StoredFields = Readonly<Record<string, unknown>>;

export interface RowSnapshot {
  number: number;
  updated_at: Date;
  fields: StoredFields;
  picture: string | null | undefined;
  /** The ids of the library's pictures that the row shows. */
  shown: readonly number[];
}

export async function storeFirstVersion(tx: SignedInCtx, key: ItemKey, snapshot: RowSnapshot): Promise<void> {
  await enter(tx, key, snapshot, [], tx.viewer);
}

/** Deletes the oldest unnamed versions beyond `maxVersions` and `maxVersionBytes`. */
export async function storeVersion(
  tx: SignedInCtx,
  key: ItemKey,
  before: RowSnapshot,
  after: RowSnapshot,
  changed: readonly string[],
): Promise<void> {
  // The state before may have no version: the row is older than versions, was imported, or its category was
  // renamed.
  const isKnown = (await tx.em.count(Version, { ...key, number: before.number })) > 0;
  if (!isKnown) await enter(tx, key, before, [], null);
  await enter(tx, key, after, changed, tx.viewer);
  await prune(tx, key);
}

async function enter(
  { em }: Ctx,
  key: ItemKey,
  { number, updated_at, fields, picture, shown }: RowSnapshot,
  changed: readonly string[],
  author: SignedInCtx['viewer'] | null,
): Promise<void> {
  const packed = await pack(fields);
  const { id } = await em.upsert(
    Version,
    {
      ...key,
      number,
      name: null,
      changed: [...changed],
      picture: picture && isPicturePath(picture) ? picture : null,
      user_id: author?.id ?? null,
      user_name: author?.name ?? null,
      created_at: updated_at,
      bytes: packed.length,
      fields: packed,
    },
    { onConflictFields: ['module', 'item_id', 'number'], onConflictAction: 'ignore' },
  );
  if (shown.length > 0) {
    const rows = [...new Set(shown)].map((media_id) => ({ version: id, media_id }));
    await em.upsertMany(VersionPicture, rows, { onConflictAction: 'ignore' });
  }
}

async function prune({ em }: Ctx, key: ItemKey): Promise<void> {
  const unnamed = await em.find(
    Version,
    { ...key, name: null },
    { fields: ['bytes'], orderBy: { number: 'desc' }, disableIdentityMap: true },
  );
  let bytes = 0;
  const over = unnamed.filter((version, at) => {
    bytes += version.bytes;
    return at > 0 && (at >= maxVersions || bytes > maxVersionBytes);
  });
  if (over.length > 0) await em.nativeDelete(Version, { id: { $in: over.map(({ id }) => id) } });
}

export interface VersionChange {
  /** The columns that the change has set. */
  changed: readonly string[];
  before: Version;
  old: StoredFields;
  new: StoredFields;
}

/** Undefined if one of the two versions is gone. */
export async function readVersionChange(
  { em }: Pick<Ctx, 'em'>,
  key: ItemKey,
  { version_before, version_after }: Readonly<Record<'version_before' | 'version_after', number>>,
): Promise<VersionChange | undefined> {
  const numbers = { $in: [version_before, version_after] };
  const where = { ...key, number: numbers };
  const versions = await em.find(Version, where, { orderBy: { number: 'asc' }, disableIdentityMap: true });
  const [before, after] = versions;
  if (!before || !after) return undefined;
  return {
    changed: after.changed,
    before,
    old: await unpackStoredFields(before.fields),
    new: await unpackStoredFields(after.fields),
  };
}

export async function deleteVersions({ em }: Pick<Ctx, 'em'>, key: ItemKey): Promise<void> {
  await em.nativeDelete(Version, { ...key });
}

interface LibraryPicture {
  id: number;
  path: string | null;
}

/** Rows with a version that shows the picture. */
export async function countRowsWithVersionsOf(read: Reader, { id, path }: LibraryPicture): Promise<number> {
  const showing = read
    .selectFrom('versions')
    .select(['module', 'item_id'])
    .distinct()
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('picture', '=', path ?? ''),
        eb('id', 'in', selectFrom('version_pictures').select('version_id').where('media_id', '=', id)),
      ]),
    );
  const counted = read.selectFrom(showing.as('rows'));
  const { count } = await counted.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** So that no version keeps the file of a deleted picture. */
export async function removePictureFromVersions({ em }: Pick<Ctx, 'em'>, path: string): Promise<void> {
  await em.nativeUpdate(Version, { picture: path }, { picture: null });
}

async function pack(fields: StoredFields): Promise<string> {
  return (await promisify(deflateRaw)(JSON.stringify(fields))).toString('base64');
}

export async function unpackStoredFields(packed: string): Promise<StoredFields> {
  const text = await promisify(inflateRaw)(Buffer.from(packed, 'base64'));
  return JSON.parse(text.toString()) as StoredFields;
}
