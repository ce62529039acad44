import { touch } from '../../database/content-version.ts';
import type { OperationContext, ReadContext } from '../../database/operation.ts';
import { type Lease, withLease } from '../../idempotency/lease.ts';
import type { Pictures, SizeMaker, StoredPicture } from '../../media/pictures.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { Conflict, RuleBroken } from '../../shared/errors.ts';
import { originalsOf, type PictureView, sizesOf, sourcesOf, stemOf } from '../../shared/picture-view.ts';
import type { Upload } from '../../shared/upload.ts';
import { TrashItem } from '../trash/trash-item.entity.ts';
import { isShown } from './named-files.repository.ts';
import { Picture } from './picture.entity.ts';
import { maxTries, readPictures } from './picture.repository.ts';

// A file may be shown by several rows, of several modules. Whoever moves or removes its files, and whoever begins to show a
// file that is there already, has the lease on it from the first look until all is done, so that no stored row is left without its
// file. No transaction is open while the storage works. What only the trash still needs lies in the private storage meanwhile. A
// crash in between leaves a file that no row shows: the sweep's work.

export type PictureWork = OperationContext & {
  pictures: Pictures;
  /** Writes a line into the log for the people who run the site. */
  warn(line: string, facts?: Record<string, unknown>): void;
};

/**
 * Keeps a picture before the act that stores its path, and takes it away again when the act fails. Without a picture
 * the act gets no path.
 *
 * @throws {RuleBroken} under `field` when the picture is damaged
 */
export async function withPicture<T>(
  work: PictureWork & { sizes: SizeMaker },
  upload: Upload | undefined,
  field: string,
  act: (path: string | undefined) => Promise<T>,
): Promise<T> {
  if (!upload) return act(undefined);
  const stored = await work.pictures.store(upload, field);
  try {
    await enterPicture(work, stored, null);
    const done = await act(stored.path);
    work.sizes.wake();
    return done;
  } catch (error) {
    await orWarn(work, stored.path, () => discardNew(work, stored.path));
    throw error;
  }
}

/**
 * Removes a picture that was kept for a row which could not be stored. Nobody else knows its path, so it needs no lease, which a full disk
 * would refuse. The row is looked for all the same: a commit may have been stored although its answer was lost.
 */
async function discardNew(work: PictureWork, path: string): Promise<void> {
  if (await isShown({ em: work.em.fork() }, path)) return;
  await work.pictures.remove(...(await filesOf(work, path)));
  await changePictures(work, (em) => em.nativeDelete(Picture, { path }));
}

/** Stores what is known of a kept picture; one that is known already stays as it is. */
export async function enterPicture(
  { em, now }: Pick<OperationContext, 'em' | 'now'>,
  stored: StoredPicture,
  alt: string | null,
): Promise<void> {
  const row = { ...stored, alt, created_at: now, sized_at: null, claimed_until: null, tries: 0 };
  await changePictures({ em }, (inside) => inside.upsert(Picture, row, { onConflictAction: 'ignore' }));
}

/** Changes what is known of pictures in a transaction of its own, and declares that it did. */
export function changePictures<T>(
  { em }: Pick<OperationContext, 'em'>,
  act: (inside: OperationContext['em']) => Promise<T>,
): Promise<T> {
  return em.fork().transactional((inside) => {
    touch({ em: inside }, 'pictures');
    return act(inside);
  });
}

/** Says in words what a row's picture shows; nothing is said of none, and `undefined` leaves it as it is. */
export async function describePicture(
  { em }: OperationContext,
  path: string | null | undefined,
  alt: string | undefined,
): Promise<void> {
  if (!path || alt === undefined) return;
  touch({ em }, 'pictures');
  await em.nativeUpdate(Picture, { path }, { alt });
}

/** A picture that a row is about to show, by its address: one of our own files, or one at another site. */
export interface NamedPicture {
  address?: string | undefined;
  /** The form's field that names it. */
  field: string;
}

/**
 * Runs the act that stores a row with a named picture. The act gets the address by calling `take`, which throws {RuleBroken} when there
 * is no such file; one of our own files stays until the act has ended.
 */
export async function withNamed<T>(
  work: PictureWork,
  { address, field }: NamedPicture,
  act: (take: () => string | undefined) => Promise<T>,
): Promise<T> {
  if (!address || !isUploadPath(address)) return act(() => address || undefined);
  return withLease(work, leaseOn(address), async () => {
    const isThere = await work.pictures.exists(address);
    return act(() => {
      if (!isThere) throw RuleBroken.of(field, 'There is no uploaded picture at this path.');
      return address;
    });
  });
}

/**
 * Takes a picture's files from where they are served unless a row still shows it. Called when the change that dropped it is
 * stored; what fails is logged and not thrown.
 */
export async function releasePicture(work: PictureWork, path: string | null | undefined): Promise<void> {
  if (!path || !isUploadPath(path)) return;
  await orWarn(work, path, () => withdrawUnlessShown(work, path));
}

/**
 * Runs what follows a change to the files of a picture. The change itself is stored, or failed for a reason of its own, and that is what
 * the caller must hear. The sweep finds the file.
 */
export async function orWarn(work: PictureWork, file: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (err) {
    work.warn('the files of a picture could not be moved or removed, the sweep will try again', {
      file,
      err,
    });
  }
}

/**
 * Takes a picture with its sizes from where it is served, unless a row shows it: away, while the trash needs it, else for
 * good with what is known of it. `besides` are further files of the same picture. Tells whether it is served no longer.
 */
export function withdrawUnlessShown(
  work: PictureWork,
  path: string,
  besides: string[] = [],
): Promise<boolean> {
  return withLease(work, leaseOn(path), async (lease) => {
    if (await isShown({ em: work.em.fork() }, ...originalsOf(stemOf(path)))) return false;
    await withdraw(work, lease, path, besides);
    return true;
  });
}

/** The same for a picture that no row shows and on which `lease` is held. */
export async function withdraw(
  { em, pictures }: PictureWork,
  lease: Lease,
  path: string,
  besides: string[] = [],
): Promise<void> {
  const originals = { $in: originalsOf(stemOf(path)) };
  const known = await em.fork().find(Picture, { path: originals });
  const files = [...new Set([path, ...besides, ...known.flatMap(withSizes)])];
  const isInTrash = (await em.fork().count(TrashItem, { picture: originals })) > 0;
  lease.expectHeld();
  if (isInTrash) {
    await pictures.trashed.put(...files);
    await changePictures({ em }, (inside) =>
      inside.nativeUpdate(Picture, { path: originals, sized_at: null }, { tries: maxTries }),
    );
    return;
  }
  await pictures.remove(...files);
  await pictures.trashed.drop(...files);
  await changePictures({ em }, (inside) => inside.nativeDelete(Picture, { path: originals }));
}

/** A picture and its sizes. */
export async function filesOf({ em }: Pick<OperationContext, 'em'>, path: string): Promise<string[]> {
  const known = await em.fork().findOne(Picture, { path });
  return known ? withSizes(known) : [path];
}

function withSizes(picture: Picture): string[] {
  return [picture.path, ...sizesOf(picture).map((size) => size.path)];
}

/** The name of the lease on a picture and all its sizes. */
export function leaseOn(path: string): string {
  return `picture ${stemOf(path)}`;
}

/** Puts beside each view how its picture, named in `field`, is shown. */
export async function showPictures<F extends string, V extends Record<F, string | null>>(
  { read }: ReadContext,
  field: F,
  views: V[],
): Promise<(V & { picture: PictureView | null })[]> {
  const known = await readPictures(
    read,
    views.flatMap((view) => view[field] ?? []),
  );
  return views.map((view) => {
    const row = known.get(view[field] ?? '');
    return { ...view, picture: row ? toPictureView(row) : null };
  });
}

/** The same for one view that is still to come, and for the stored one where it does not come because of a conflict. */
export async function showPicture<F extends string, V extends Record<F, string | null>>(
  work: ReadContext,
  field: F,
  view: V | Promise<V>,
): Promise<V & { picture: PictureView | null }> {
  const showOne = async (one: V) => (await showPictures(work, field, [one]))[0]!;
  try {
    return await showOne(await view);
  } catch (error) {
    if (!(error instanceof Conflict) || !error.current) throw error;
    // The row of a conflict is a view of the same kind.
    throw new Conflict(error.message, { current: await showOne(error.current as V), cause: error });
  }
}

type PictureRow = Awaited<ReturnType<typeof readPictures>> extends Map<string, infer Row> ? Row : never;

function toPictureView(row: PictureRow): PictureView {
  const { width, height, colour, placeholder, alt } = row;
  return { width, height, colour, placeholder, alt, sources: row.sized_at === null ? [] : sourcesOf(row) };
}
