import type { Block } from '../../../src/shared/column-types.ts';
import { freeKey } from './empty-block.ts';
import { isSameValue } from '../../../src/shared/settings/values.ts';

type Blocks = readonly Block[];

/** Undefined if both have changed the same block differently, or both have moved blocks. */
export function mergeBlocks(base: Blocks, mine: Blocks, theirs: Blocks): Block[] | undefined {
  const before = byKey(base);
  const their = byKey(theirs);

  // Both may have added a block with the same key. The one in `own` then gets a new key.
  const own = [...mine];
  for (const [at, block] of own.entries()) {
    const isTaken =
      !before.has(block.key) && their.has(block.key) && !isSameValue(block, their.get(block.key));
    if (isTaken) own[at] = { ...block, key: freeKey(block.kind, [...base, ...theirs, ...own]) };
  }
  const my = byKey(own);

  // Takes each block from the version that has changed or removed it.
  const merged = new Map([...my, ...their]);
  for (const [key, block] of before) {
    const [one, other] = [my.get(key), their.get(key)];
    if (isSameValue(block, other)) put(merged, key, one);
    else if (isSameValue(block, one) || isSameValue(one, other)) put(merged, key, other);
    else return undefined;
  }

  // A block of the other version is inserted after its predecessor there.
  const isMoved = (list: ReadonlyMap<string, Block>) =>
    !isSameValue(
      [...list.keys()].filter((key) => before.has(key)),
      [...before.keys()].filter((key) => list.has(key)),
    );
  if (isMoved(my) && isMoved(their)) return undefined;
  const [first, second] = isMoved(my) ? [my, their] : [their, my];
  const order = [...first.keys()].filter((key) => merged.has(key));
  let next = 0;
  for (const key of [...second.keys()].filter((one) => merged.has(one))) {
    const at = order.indexOf(key);
    if (at < 0) order.splice(next, 0, key);
    next = (at < 0 ? next : at) + 1;
  }
  return order.map((key) => merged.get(key)!);
}

const byKey = (blocks: Blocks) => new Map(blocks.map((block) => [block.key, block]));

function put(blocks: Map<string, Block>, key: string, block: Block | undefined): void {
  if (block) blocks.set(key, block);
  else blocks.delete(key);
}
