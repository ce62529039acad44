import { touch } from '../../database/content.ts';
import { holdName } from '../../database/lock.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Reading, Work } from '../../database/work.ts';
import type { KeptPicture, Pictures, SizeMaker } from '../../media/pictures.ts';
import { isUploadPath } from '../../shared/addresses.ts';
import { Conflict, RuleBroken } from '../../shared/errors.ts';
import { type PictureView, sizesOf, sourcesOf } from '../../shared/shown-picture.ts';
import type { Upload } from '../../shared/upload.ts';
import { TrashItem } from '../trash/trash-item.entity.ts';
import { Picture } from './picture.entity.ts';
import { maxTries, readPictures } from './picture.repository.ts';
import { isShown } from './shown-paths.repository.ts';

// A file may be shown by several rows, of several modules. It is removed only by who finds, holding its path, that no
// row shows it; and a row takes up a file that is there already only while holding its path. So whichever comes first,
// no stored row is left without its file. What only the trash still needs lies in the private storage meanwhile. A crash
// in between leaves a file that no row shows: the sweeper's work.

export type PictureWork = Work & { pictures: Pictures };

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
  const kept = await work.pictures.keep(upload, field);
  try {
    await enterPicture(work, kept, null);
    const done = await act(kept.path);
    work.sizes.wake();
    return done;
  } catch (error) {
    await letGoOf(work, kept.path);
    throw error;
  }
}

/** Stores what is known of a kept picture; one that is known already stays as it is. */
export async function enterPicture(
  { em, now }: Pick<Work, 'em' | 'now'>,
  kept: KeptPicture,
  alt: string | null,
): Promise<void> {
  const row = { ...kept, alt, created_at: now, sized_at: null, claimed_until: null, tries: 0 };
  await em.fork().transactional(async (inside) => {
    touch({ em: inside }, 'pictures');
    await inside.upsert(Picture, row, { onConflictAction: 'ignore' });
  });
}

/** Says in words what a row's picture shows; nothing is said of none, and `undefined` leaves it as it is. */
export async function describePicture(
  { em }: Work,
  path: string | null | undefined,
  alt: string | undefined,
): Promise<void> {
  if (!path || alt === undefined) return;
  touch({ em }, 'pictures');
  await em.nativeUpdate(Picture, { path }, { alt });
}

/**
 * Holds a kept picture for a row that is about to show it, until the transaction of `inside` ends.
 *
 * @throws {RuleBroken} under `field` when there is no such file
 */
export async function takeUp(inside: PictureWork, path: string, field: string): Promise<void> {
  await holdName(inside, path);
  if (!(await inside.pictures.isKept(path))) {
    throw RuleBroken.of(field, 'There is no uploaded picture at this path.');
  }
}

/**
 * Takes a picture's files from where they are served unless a row still shows it. Called when the change that dropped it is
 * stored.
 */
export async function letGoOf(work: PictureWork, path: string | null | undefined): Promise<void> {
  if (!path || !isUploadPath(path)) return;
  try {
    await withdrawUnlessShown(work, path);
  } catch {
    // The change itself is stored, or failed for a reason of its own, and that is what the caller must hear. A file
    // that could not be removed now shows on no page, and the sweeper finds it.
  }
}

/**
 * Takes a picture with its sizes from where it is served, unless a row shows it: away, while the trash needs it, else for
 * good with what is known of it. Tells whether it is served no longer.
 */
export function withdrawUnlessShown(work: PictureWork, path: string): Promise<boolean> {
  return inTransaction({ ...work, em: work.em.fork() }, async (inside) => {
    await holdName(inside, path);
    if (await isShown(inside, path)) return false;
    await withdraw(inside, path);
    return true;
  });
}

/** The same for a picture that is held and shown by no row. */
export async function withdraw(inside: PictureWork, path: string): Promise<void> {
  const { em, pictures } = inside;
  touch(inside, 'pictures');
  const files = await filesOf(inside, path);
  if (await isInTrash(inside, path)) {
    await pictures.away.put(...files);
    await em.nativeUpdate(Picture, { path, sized_at: null }, { tries: maxTries });
    return;
  }
  await pictures.remove(...files);
  await pictures.away.drop(...files);
  await em.nativeDelete(Picture, { path });
}

/** A picture and its sizes. */
export async function filesOf({ em }: Work, path: string): Promise<string[]> {
  const known = await em.findOne(Picture, { path });
  return [path, ...(known ? sizesOf(known).map((size) => size.path) : [])];
}

/** Whether the trash holds a row that shows the picture. */
export async function isInTrash({ em }: Work, picture: string): Promise<boolean> {
  return (await em.count(TrashItem, { picture })) > 0;
}

/** Puts beside each view how its picture, named in `field`, is shown. */
export async function showPictures<F extends string, V extends Record<F, string | null>>(
  { read }: Reading,
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
  work: Reading,
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
