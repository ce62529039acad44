import { lockName } from '../locks/name-lock.ts';
import type { SignedInCtx } from '../database/ctx.ts';
import type { Tables } from '../database/tables.ts';
import { Activity, type EventFacts } from './activity.entity.ts';

const windowMs = 60_000;

const sides = {
  posted: { is_verified: false, has_caller_post: true },
  changed: { is_verified: true, has_caller_post: false },
};

/**
 * Finds an entry of the same user about the same change, at most 60 s earlier or later. The entry has only the given
 * side: the caller's post, or the recorded change (docs/product.md, §8.4). A concurrent search waits until this
 * transaction ends, and then finds the new entry.
 */
export async function findSameEvent(
  tx: SignedInCtx,
  event: Pick<EventFacts, 'type' | 'module' | 'item_id' | 'item_name'>,
  side: keyof typeof sides,
): Promise<Activity | null> {
  const { type, module, item_id, item_name } = event;
  const { em, viewer, now } = tx;
  const isByName = type === 'create' && item_name !== null;
  if (item_id === null && !isByName) return null;
  await lockName(tx, `activity ${viewer.id} ${module} ${type}`);
  const [earliest, latest] = [-windowMs, windowMs].map((distance) => new Date(now.getTime() + distance));
  const entry = await em
    .getKysely<Tables>()
    .selectFrom('activities')
    .select('id')
    .where((eb) => {
      const isOfName = eb('item_name', '=', item_name);
      return eb.and([
        eb.and({ user_id: viewer.id, type, module, ...sides[side] }),
        eb.between('created_at', earliest!, latest!),
        // A post from before a creation contains no id, so creations also match by title or name.
        eb.or([
          ...(item_id === null ? [] : [eb('item_id', '=', item_id)]),
          ...(isByName ? [item_id === null ? isOfName : isOfName.and('item_id', 'is', null)] : []),
        ]),
      ]);
    })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry ? em.findOne(Activity, entry) : null;
}
