import { isDeepStrictEqual } from 'node:util';
import { defineEntity } from '@mikro-orm/core';
import { z } from 'zod';
import { languageFilter } from '../../content/translations/shown-language.ts';
import type { TransferContent } from '../../content/module/transfer-content.ts';
import {
  editableColumns,
  jsonColumn,
  textColumn,
  toIsoTime,
  parseJsonColumn,
} from '../../database/columns.ts';
import type { Connection, Ctx, ReadCtx, SignedInCtx } from '../../database/ctx.ts';
import { insertRow, expectVersion, inTransaction } from '../../database/transaction.ts';
import type { RowOf, Tables } from '../../database/table-types.ts';
import { lockName } from '../../locks/name-lock.ts';
import { recordActivity, recordSettingsChange } from '../../log/activities.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { recordPictureUses } from '../../pictures/media-uses.ts';
import { findMediaFacts, findMediaItems } from '../../pictures/media.ts';
import { describePicture } from '../../pictures/change-pictures.ts';
import { sampleProjectIdsSql } from '../../settings/site-settings.ts';
import { changedFieldsOf } from '../../shared/diff.ts';
import { RuleBroken } from '../../shared/errors.ts';
import {
  AlbumChange,
  type AlbumPicture,
  AlbumView,
  type PictureTexts,
  PublicGallery,
} from '../../shared/gallery.ts';
import type { MediaItemView as Shown } from '../../shared/media.ts';
import { mediaFacts } from '../../shared/module-facts.ts';
import { maxAltLength } from '../../shared/picture-view.ts';
import type { Context } from '../../trpc/context.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, publicProcedureOf, router } from '../../trpc/procedures.ts';
import { activitySubjectOfMedia } from '../library/library.module.ts';
import {
  galleryModule,
  maxCaptionLetters,
  maxAlbumPictures,
  albumYearRange,
} from '../../shared/gallery-limits.ts';
import { ItemText, Moment, RowId } from '../../content/module/item-fields.ts';

export const AlbumSchema = defineEntity({
  name: 'Album',
  tableName: 'albums',
  properties: {
    ...editableColumns(),
    name: textColumn('writing').unique(),
    /** In the page's order. The foreign key of `media_uses` keeps them from deletion. */
    pictures: jsonColumn<AlbumPicture[]>('writing'),
  },
});

export class Album extends AlbumSchema.class {
  static write(name: string, pictures: AlbumPicture[], now: Date): Album {
    return Object.assign(new Album(), { name, pictures, created_at: now, updated_at: now });
  }

  revise(pictures: AlbumPicture[], now: Date): void {
    Object.assign(this, { pictures, updated_at: now });
  }
}

AlbumSchema.setClass(Album);

const name = 'Gallery';

type StoredAlbum = RowOf<'albums', 'id' | 'version' | 'updated_at' | 'pictures'>;

/** Undefined until somebody has saved the album. */
function readAlbum(read: Connection): Promise<StoredAlbum | undefined> {
  const albums = read.selectFrom('albums');
  return albums
    .select(['id', 'version', 'updated_at', 'pictures'])
    .where('name', '=', name)
    .executeTakeFirst();
}

export async function getAlbum({ read }: ReadCtx): Promise<AlbumView> {
  return showAlbum(read, await readAlbum(read));
}

/** Without pictures that the library no longer has. Version 0 if no album is stored. */
async function showAlbum(read: Connection, album: StoredAlbum | undefined): Promise<AlbumView> {
  if (!album) return { id: 0, version: 0, updated_at: null, pictures: [] };
  const pictures = parseJsonColumn<AlbumPicture[]>(album.pictures);
  const items = await findMediaItems({ read }, idsOf(pictures));
  return {
    id: album.id,
    version: album.version,
    updated_at: toIsoTime(album.updated_at),
    pictures: pictures.flatMap((picture) => {
      const item = items.get(picture.media_id);
      return item ? [{ ...picture, item }] : [];
    }),
  };
}

/**
 * Stores each `alt` as a description too.
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
    const chosen = pictures.map((picture) => toStored(picture, before));
    const items = await findMediaItems({ read }, used.pictures);
    expectValid(pictures, items);
    const row = await store(tx, chosen, before);
    if (row) {
      const missing = await recordPictureUses(tx, { module: galleryModule, item_id: row.id }, used);
      // Deleted since the check above.
      if (missing.length > 0) throw RuleBroken.of('pictures', 'A picture is no longer in the library.');
      const changes = changedFieldsOf(
        { pictures: before.pictures.map((one) => labelOf(one, one.item)) },
        { pictures: chosen.map((one) => labelOf(one, items.get(one.media_id)!)) },
        ['pictures'],
      );
      await recordSettingsChange(tx, { group: galleryModule, label: name, verb: undefined }, changes);
    }
    await describe(tx, pictures);
  });
  return getAlbum({ read: ctx.em.fork().getKysely<Tables>() });
}

/** Texts in other languages stay when a program sends none. */
function toStored(
  { media_id, caption, year, translations }: AlbumChange['pictures'][number],
  before: AlbumView,
): AlbumPicture {
  const known = before.pictures.find((one) => one.media_id === media_id);
  const texts = Object.entries({ ...(translations ?? known?.translations) }).filter(
    (entry): entry is [string, PictureTexts] => Boolean(entry[1]?.caption || entry[1]?.alt),
  );
  return {
    media_id,
    caption,
    year,
    ...(known?.lang && { lang: known.lang }),
    ...(texts.length > 0 && {
      translations: Object.fromEntries(texts.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    }),
  };
}

/** Undefined when nothing has changed. */
async function store(tx: Ctx, pictures: AlbumPicture[], before: AlbumView): Promise<Album | undefined> {
  const row = await tx.em.findOne(Album, { name });
  if (!row) {
    const added = Album.write(name, pictures, tx.now);
    await insertRow(tx, Album, added);
    return added;
  }
  const stored = before.pictures.map(({ item: _, ...picture }) => picture);
  // PostgreSQL returns the members in an order of its own.
  if (isDeepStrictEqual(stored, pictures)) return undefined;
  row.revise(pictures, tx.now);
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
      // Each picture links to its large version, so screen readers need a description.
      errors[`pictures.${place}.alt`] = ['Say what the picture shows, and who is in it.'];
    }
    if (year !== null && (year < albumYearRange.min || year > albumYearRange.max)) {
      errors[`pictures.${place}.year`] = [
        `Year must be between ${albumYearRange.min} and ${albumYearRange.max}`,
      ];
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
    await recordActivity(tx, 'update', mediaFacts.log, activitySubjectOfMedia(item), {
      alt: { old, new: alt },
    });
  }
}

function idsOf(pictures: readonly { media_id: number }[]): number[] {
  return pictures.map(({ media_id }) => media_id);
}

/** For the activity log. */
function labelOf({ caption, year }: AlbumPicture, { name }: Shown): string {
  return [caption || name, year].filter(Boolean).join(', ');
}

/** The pictures of the sample projects while the album is empty. Leaves out pictures without a file. */
async function getGallery(
  { read, now, siteSettings }: Pick<Ctx, 'read' | 'now'> & Pick<Context, 'siteSettings'>,
  { lang }: { lang?: string | undefined },
): Promise<PublicGallery> {
  const { languages, shown } = await siteSettings.current();
  const album = await readAlbum(read);
  const chosen = album ? parseJsonColumn<AlbumPicture[]>(album.pictures) : [];
  const samples = chosen.length > 0 ? [] : await readSamplePictures(read, now);
  const pictures = [...chosen, ...samples];
  const facts = await findMediaFacts({ read }, idsOf(pictures));
  return {
    is_sample: samples.length > 0,
    pictures: pictures.flatMap((picture) => {
      const { url: _, ...known } = facts.get(picture.media_id) ?? { url: undefined };
      if (!('path' in known)) return [];
      const { caption, year } = picture;
      const own = { ...known, caption, year };
      if (languages.shown.length === 1) return [own];
      return [inLanguage(own, picture, { main: languages.shown[0].language, lang: lang ?? shown.language })];
    }),
  };
}

/** The original stands in for a missing text, and says its language. */
function inLanguage<P extends { caption: string; alt: string | null }>(
  original: P,
  { lang: from, translations = {} }: AlbumPicture,
  { main, lang }: { main: string; lang: string },
): P & { caption_lang?: string; alt_lang?: string } {
  const [of, texts] = [from ?? main, translations[lang]];
  if (of === lang) return original;
  const stands = (own: string | undefined, text: string | null) => !own && Boolean(text);
  return {
    ...original,
    caption: texts?.caption || original.caption,
    alt: texts?.alt || original.alt,
    ...(stands(texts?.caption, original.caption) && { caption_lang: of }),
    ...(stands(texts?.alt, original.alt) && { alt_lang: of }),
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
  const pictures = samples.flatMap(({ gallery }) => parseJsonColumn<SamplePicture[]>(gallery));
  return pictures.map(({ media_id, caption }) => ({ media_id, caption, year: null }));
}

const permitted = procedureWithGrant('media:manage');

export const galleryRouter = router({
  published: publicProcedureOf('gallery')
    .meta(rest('GET', '/gallery', 'List the pictures of the gallery', { isPublicCacheable: true }))
    .input(z.object(languageFilter).optional())
    .output(PublicGallery)
    .query(({ ctx, input }) => getGallery(ctx, input ?? {})),

  one: permitted
    .meta(rest('GET', '/admin/gallery', 'Read the album of the gallery'))
    .output(z.object({ album: AlbumView.describe('The album') }))
    .query(async ({ ctx }) => ({ album: await getAlbum(ctx) })),

  update: permitted
    .meta(rest('PUT', '/admin/gallery', 'Replace the album of the gallery'))
    .input(AlbumChange)
    .output(z.object({ album: AlbumView.describe('The album') }))
    .mutation(async ({ ctx, input }) => ({ album: await saveAlbum(ctx, input) })),
});

const Item = z.object({
  id: RowId,
  version: RowId,
  created_at: Moment,
  updated_at: Moment,
  name: ItemText.max(200),
  pictures: z
    .array(
      z.object({
        media_id: RowId,
        caption: ItemText.max(maxCaptionLetters),
        year: z.int().min(albumYearRange.min).max(albumYearRange.max).nullable(),
        lang: ItemText.max(35).optional(),
        translations: z
          .record(
            ItemText.max(35),
            z.object({ caption: ItemText.max(maxCaptionLetters), alt: ItemText.max(maxAltLength) }),
          )
          .optional(),
      }),
    )
    .max(maxAlbumPictures),
});

type ExportedAlbum = RowOf<'albums', keyof z.output<typeof Item>>;

export const albumContent: TransferContent = {
  name: 'albums',
  table: 'albums',
  entity: Album,
  usesAs: galleryModule,
  Item,
  toItem: ({ id, version, name, created_at, updated_at, pictures }: ExportedAlbum) => ({
    id,
    version,
    created_at: toIsoTime(created_at),
    updated_at: toIsoTime(updated_at),
    name,
    pictures: parseJsonColumn(pictures),
  }),
  toRow: ({ id, version, name, created_at, updated_at, pictures }: z.output<typeof Item>) =>
    Object.assign(Album.write(name, pictures, new Date(created_at)), {
      id,
      version,
      updated_at: new Date(updated_at),
    }),
  // All albums have one name, so an import keeps the one here.
  findSame: async ({ em }, row) => (await em.findOne(Album, { name: (row as Album).name }))?.id,
  namePictures: (row, idOf) => {
    const album = row as Album;
    const pictures = album.pictures.map((picture) => ({ ...picture, media_id: idOf(picture.media_id) }));
    const byId = new Map(pictures.map((picture) => [picture.media_id, picture]));
    byId.delete(0);
    album.pictures = [...byId.values()];
    return { pictures: [...byId.keys()] };
  },
};
