import { touch } from '../../database/content.ts';
import { holdName } from '../../database/lock.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Picture } from './picture.entity.ts';
import { filesOf, isInTrash, type PictureWork, withdraw } from './pictures.service.ts';
import { isShown } from './shown-paths.repository.ts';

// Pictures of rows in the trash. They go there as any picture goes that no row shows: `letGoOf`.

/** Takes a picture away whose sizes came only after it was thrown into the trash. */
export async function followIntoTrash(inside: PictureWork, path: string): Promise<void> {
  if ((await isInTrash(inside, path)) && !(await isShown(inside, path))) await withdraw(inside, path);
}

/** Brings a picture back for a row that leaves the trash, and holds it until the transaction of `inside` ends. */
export async function bringBack(inside: PictureWork, path: string | null): Promise<void> {
  if (!path) return;
  await holdName(inside, path);
  await inside.pictures.away.bringBack(...(await filesOf(inside, path)));
  touch(inside, 'pictures');
  await inside.em.nativeUpdate(Picture, { path, sized_at: null }, { tries: 0, claimed_until: null });
}

/** Removes what lies away of a picture that is served again. Called when the change that brought it back is stored. */
export async function dropAway(work: PictureWork, path: string | null): Promise<void> {
  if (!path) return;
  try {
    await inTransaction({ ...work, em: work.em.fork() }, async (inside) => {
      await holdName(inside, path);
      if (await isShown(inside, path)) await inside.pictures.away.drop(...(await filesOf(inside, path)));
    });
  } catch {
    // As in `letGoOf`: the change is stored, and the sweeper finds what is left.
  }
}
