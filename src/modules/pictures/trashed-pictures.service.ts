import { touch } from '../../database/content-version.ts';
import type { OperationContext } from '../../database/operation.ts';
import { type Lease, withLease } from '../../idempotency/lease.ts';
import { isHeld } from './held-away.repository.ts';
import { isShown } from './named-files.repository.ts';
import { Picture } from './picture.entity.ts';
import { filesOf, leaseOn, orWarn, type PictureWork, withdraw } from './pictures.service.ts';

/** The row may have gone to the trash, or shown another picture, while the sizes were created. */
export async function followIntoTrash(work: PictureWork, lease: Lease, path: string): Promise<void> {
  if (!(await isHeld(work, path))) return;
  if (!(await isShown({ em: work.em.fork() }, path))) await withdraw(work, lease, path);
}

/** `act` restores the rows. Then the private copies are deleted. If `act` fails, the pictures move back. */
export function withRestoredPictures<T>(
  work: PictureWork,
  paths: readonly (string | null)[],
  act: () => Promise<T>,
): Promise<T> {
  // Every caller acquires its leases in the same order, so that no two wait for each other.
  const byLease = new Map(paths.flatMap((path) => (path ? [[leaseOn(path), path] as const] : [])));
  const inOrder = [...byLease.keys()].toSorted().map((lease) => byLease.get(lease)!);
  return inOrder.reduceRight((next, path) => () => withRestoredPicture(work, path, next), act)();
}

async function withRestoredPicture<T>(work: PictureWork, path: string, act: () => Promise<T>): Promise<T> {
  return withLease(work, leaseOn(path), async (lease) => {
    const files = await filesOf(work, path);
    const done = await work.pictures.trashed
      .bringBack(...files)
      .then(act)
      .catch(async (error: unknown) => {
        await orWarn(work, path, async () => {
          if (!(await isShown({ em: work.em.fork() }, path))) await withdraw(work, lease, path);
        });
        throw error;
      });
    await orWarn(work, path, async () => {
      lease.expectHeld();
      await work.pictures.trashed.drop(...files);
    });
    return done;
  });
}

/** Sizes that did not exist yet when the row went to the trash. */
export async function askForSizes({ em }: Pick<OperationContext, 'em'>, path: string): Promise<void> {
  touch({ em }, 'pictures');
  await em.nativeUpdate(Picture, { path, sized_at: null }, { tries: 0, claimed_until: null });
}
