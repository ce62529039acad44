import type { OperationContext } from '../../database/operation.ts';
import { originalsOf, stemOf } from '../../shared/picture-view.ts';
import { TrashItem } from '../trash/trash-item.entity.ts';
import { Version } from '../versions/version.entity.ts';

/**
 * Returns the stems of the given pictures that the trash or an earlier version needs. Their files are in the private storage while no
 * row shows them.
 */
export async function readHeldStems(
  { em }: Pick<OperationContext, 'em'>,
  paths: readonly string[],
): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const picture = { $in: [...new Set(paths.map(stemOf))].flatMap(originalsOf) };
  const fresh = em.fork();
  const [thrown, versions] = await Promise.all([
    fresh.find(TrashItem, { picture }, { fields: ['picture'] }),
    fresh.find(Version, { picture }, { fields: ['picture'], disableIdentityMap: true }),
  ]);
  return new Set([...thrown, ...versions].map((held) => stemOf(held.picture ?? '')));
}

export async function isHeld(work: Pick<OperationContext, 'em'>, path: string): Promise<boolean> {
  return (await readHeldStems(work, [path])).size > 0;
}
