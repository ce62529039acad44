import { toIso } from '../../database/columns.ts';
import { toJson } from '../../database/dialect.ts';
import { insertRow } from '../../database/insert-row.ts';
import { lockName } from '../../locks/name-lock.ts';
import type { Connection, Ctx, ReadCtx, SignedInCtx } from '../../database/ctx.ts';
import { expectVersion, inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import { differenceOf } from '../../shared/diff.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { AlbumChange, AlbumPicture, AlbumView, PublicGallery } from '../../shared/gallery.ts';
import type { MediaItemView as Shown } from '../../shared/media.ts';
import { mediaFacts } from '../../shared/module-facts.ts';
import { recordActivity, recordSettingsChange } from '../../log/activities.service.ts';
import { subjectOf } from '../library/library.module.ts';
import { galleryModule, yearRange } from './gallery.facts.ts';
import { sampleProjectIdsSql } from '../../settings/filled-parts.repository.ts';
import { findMediaFacts, findMediaItems } from '../../pictures/media-items.service.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { recordUses } from '../../pictures/media-uses.service.ts';
import { describePicture } from '../../pictures/pictures.service.ts';
import { Album } from './album.entity.ts';

const name = 'Gallery';

interface StoredAlbum {
  id: number;
  version: number;
  name: string;
  updated_at: Date | number | string;
  pictures: AlbumPicture[] | string;
}

/** Returns undefined until somebody has saved the album. */
function readAlbum(read: Connection): Promise<StoredAlbum | undefined> {
  const albums = read.selectFrom('albums');
  return albums
    .select(['id', 'version', 'updated_at', 'pictures'])
    .where('name', '=', name)
    .executeTakeFirst() as Promise<StoredAlbum | undefined>;
}

export async function getAlbum({ read }: ReadCtx): Promise<AlbumView> {
  return showAlbum(read, await readAlbum(read));
}

/**
 * Returns an album as the panel shows it. Leaves out pictures that the library no longer has. If no album is stored,
 * returns an empty album with version 0.
 */
async function showAlbum(read: Connection, album: StoredAlbum | undefined): Promise<AlbumView> {
  if (!album) return { id: 0, version: 0, updated_at: null, pictures: [] };
  const pictures = toJson<AlbumPicture[]>(album.pictures);
  const items = await findMediaItems({ read }, idsOf(pictures));
  return {
    id: album.id,
    version: album.version,
    updated_at: toIso(album.updated_at),
    pictures: pictures.flatMap((picture) => {
      const item = items.get(picture.media_id);
      return item ? [{ ...picture, item }] : [];
    }),
  };
}

/**
 * Replaces the pictures of the album, and stores the descriptions that are given as `alt`.
 * @throws {Conflict} when the album has changed since `version` · {RuleBroken} with the path of each wrong
 * field, such as `pictures.2.alt`
 */
export async function saveAlbum(ctx: SignedInCtx, { version, pictures }: AlbumChange): Promise<AlbumView> {
  const used = { pictures: idsOf(pictures) };
  await inTransaction(ctx, async (tx) => {
    await lockName(tx, 'gallery');
    const read = tx.em.getKysely<Tables>();
    const before = await showAlbum(read, await readAlbum(read));
    expectVersion(before, version, () => before);
    await tx.expectMatch?.(tx);
    const wanted = pictures.map(({ media_id, caption, year }) => ({ media_id, caption, year }));
    const items = await findMediaItems({ read }, used.pictures);
    expectValid(pictures, items);
    const row = await store(tx, wanted, before);
    if (row) {
      const missing = await recordUses(tx, { module: galleryModule, item_id: row.id }, used);
      // Somebody has deleted the picture since the check above.
      if (missing.length > 0) throw RuleBroken.of('pictures', 'A picture is no longer in the library.');
      const changes = differenceOf(
        { pictures: before.pictures.map((one) => wordsOf(one, one.item)) },
        { pictures: wanted.map((one) => wordsOf(one, items.get(one.media_id)!)) },
        ['pictures'],
      );
      await recordSettingsChange(tx, { group: galleryModule, label: name, verb: undefined }, changes);
    }
    await describe(tx, pictures);
  });
  return getAlbum({ read: ctx.em.fork().getKysely<Tables>() });
}

/** Stores the album and returns its row. Returns undefined when nothing has changed. */
async function store(tx: Ctx, wanted: AlbumPicture[], before: AlbumView): Promise<Album | undefined> {
  const row = await tx.em.findOne(Album, { name });
  if (!row) {
    const added = Album.write(name, wanted, tx.now);
    await insertRow(tx, Album, added);
    return added;
  }
  const stored = before.pictures.map(({ media_id, caption, year }) => ({ media_id, caption, year }));
  if (JSON.stringify(stored) === JSON.stringify(wanted)) return undefined;
  row.revise(wanted, tx.now);
  await tx.em.flush();
  return row;
}

/** @throws {RuleBroken} with the path of each wrong picture, description or year */
function expectValid(pictures: AlbumChange['pictures'], items: ReadonlyMap<number, Shown>): void {
  const seen = new Set<number>();
  const errors: Record<string, string[]> = {};
  for (const [place, { media_id, year, alt }] of pictures.entries()) {
    const item = items.get(media_id);
    if (!item || item.file) errors[`pictures.${place}`] = ['This picture is no longer in the library.'];
    else if (seen.has(media_id)) errors[`pictures.${place}`] = ['This picture is in the gallery already.'];
    else if (!(alt ?? item.alt)) {
      // Each picture links to its large version, so screen readers need a description of the picture.
      errors[`pictures.${place}.alt`] = ['Say what the picture shows, and who is in it.'];
    }
    if (year !== null && (year < yearRange.min || year > yearRange.max)) {
      errors[`pictures.${place}.year`] = [`Year must be between ${yearRange.min} and ${yearRange.max}`];
    }
    seen.add(media_id);
  }
  if (Object.keys(errors).length > 0) throw new RuleBroken(errors);
}

async function describe(tx: SignedInCtx, pictures: AlbumChange['pictures']): Promise<void> {
  for (const { media_id, alt } of pictures) {
    if (alt === undefined) continue;
    const item = await tx.em.findOneOrFail(MediaItem, { id: media_id });
    const old = item.alt ?? null;
    if (old === alt) continue;
    await describePicture(tx, item.path, alt);
    if (!item.path) item.revise({ alt }, tx.now);
    await recordActivity(tx, 'update', mediaFacts.log, subjectOf(item), { alt: { old, new: alt } });
  }
}

function idsOf(pictures: readonly { media_id: number }[]): number[] {
  return pictures.map(({ media_id }) => media_id);
}

/** Returns the words for a picture in the activity log: the caption or the name, and the year. */
function wordsOf({ caption, year }: AlbumPicture, { name }: Shown): string {
  return [caption || name, year].filter(Boolean).join(', ');
}

/**
 * Returns the pictures of the album. While the album is empty, returns the pictures of the sample projects.
 * Leaves out pictures without a file.
 */
export async function getGallery({ read, now }: Pick<Ctx, 'read' | 'now'>): Promise<PublicGallery> {
  const album = await readAlbum(read);
  const chosen = album ? toJson<AlbumPicture[]>(album.pictures) : [];
  const samples = chosen.length > 0 ? [] : await readSamplePictures(read, now);
  const pictures = [...chosen, ...samples];
  const facts = await findMediaFacts({ read }, idsOf(pictures));
  return {
    is_sample: samples.length > 0,
    pictures: pictures.flatMap(({ media_id, caption, year }) => {
      const { url: _, ...known } = facts.get(media_id) ?? { url: undefined };
      return 'path' in known ? [{ ...known, caption, year }] : [];
    }),
  };
}

type SamplePicture = Pick<AlbumPicture, 'media_id' | 'caption'>;
async function readSamplePictures(read: Connection, now: Date): Promise<AlbumPicture[]> {
  const samples = await read
    .selectFrom('projects')
    .select('gallery')
    .where('id', 'in', sampleProjectIdsSql(now))
    .orderBy('position', 'desc')
    .execute();
  const pictures = samples.flatMap(({ gallery }) => toJson<SamplePicture[]>(gallery));
  return pictures.map(({ media_id, caption }) => ({ media_id, caption, year: null }));
}
