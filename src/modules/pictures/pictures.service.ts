import { holdName } from '../../database/lock.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Work } from '../../database/work.ts';
import type { Pictures } from '../../media/pictures.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { Upload } from '../../shared/upload.ts';
import { Post } from '../blog/post.entity.ts';
import { Project } from '../portfolio/project.entity.ts';
import { Member } from '../team/member.entity.ts';

// A file may be shown by several rows, of several modules. It is removed only by who finds, holding its path, that no
// row shows it; and a row takes up a file that is there already only while holding its path. So whichever comes first,
// no stored row is left without its file.

type PictureWork = Work & { pictures: Pictures };

/**
 * Keeps a picture before the act that stores its path, and takes it away again when the act fails. Without a picture
 * the act gets no path.
 *
 * @throws {RuleBroken} under `field` when the picture is damaged
 */
export async function withPicture<T>(
  work: PictureWork,
  upload: Upload | undefined,
  field: string,
  act: (path: string | undefined) => Promise<T>,
): Promise<T> {
  const path = upload && (await work.pictures.keep(upload, field));
  try {
    return await act(path);
  } catch (error) {
    await letGoOf(work, path);
    throw error;
  }
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

/** Removes a picture's file unless a row still shows it. Called when the change that dropped it is stored. */
export async function letGoOf(work: PictureWork, path: string | null | undefined): Promise<void> {
  if (!path?.startsWith('uploads/')) return;
  try {
    await inTransaction({ ...work, em: work.em.fork() }, async (inside) => {
      await holdName(inside, path);
      if (!(await isShown(inside, path))) await inside.pictures.remove(path);
    });
  } catch {
    // The change itself is stored, or failed for a reason of its own, and that is what the caller must hear. A file
    // that could not be removed now shows on no page.
  }
}

/** Whether any row shows the picture. Every column that holds a picture's path is named here. */
async function isShown({ em }: Work, path: string): Promise<boolean> {
  return (
    (await em.count(Post, { featured_image: path })) +
      (await em.count(Member, { image: path })) +
      (await em.count(Project, { image: path })) >
    0
  );
}
