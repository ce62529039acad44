import { compileOnce } from '../database/compiled-query.ts';
import { toColumnMoment } from '../database/dialect.ts';
import { lockName } from '../locks/name-lock.ts';
import type { Connection, SignedInCtx } from '../database/ctx.ts';
import { Activity, type EventFacts } from './activity.entity.ts';

const windowMs = 60_000;

const sides = {
  posted: { is_verified: 0, has_caller_post: 1 },
  changed: { is_verified: 1, has_caller_post: 0 },
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
  const db = em.getKysely<{ activities: never }>() as unknown as Connection;
  const [earliest, latest] = [-windowMs, windowMs].map((distance) =>
    toColumnMoment(db, new Date(now.getTime() + distance)),
  );
  const values = { user_id: viewer.id, type, module, item_id, item_name, earliest, latest, ...sides[side] };
  const [found] = await sameEvent(db, values, [item_id !== null && 'id', isByName && 'name'].join(' '));
  return found ? em.findOne(Activity, found) : null;
}

/** A post from before a creation contains no id, so creations also match by title or name. */
const sameEvent = compileOnce<{ id: number }>((db, blank, shape) =>
  db
    .withTables<{ activities: Record<string, unknown> & { id: number } }>()
    .selectFrom('activities')
    .select('id')
    .where((eb) =>
      eb.and([
        ...['user_id', 'type', 'module', 'is_verified', 'has_caller_post'].map((name) =>
          eb(name, '=', blank(name)),
        ),
        eb('created_at', '>=', blank('earliest')),
        eb('created_at', '<=', blank('latest')),
        eb.or([
          ...(shape.includes('id') ? [eb('item_id', '=', blank('item_id'))] : []),
          ...(shape.includes('name')
            ? [
                shape.includes('id')
                  ? eb.and([eb('item_name', '=', blank('item_name')), eb('item_id', 'is', null)])
                  : eb('item_name', '=', blank('item_name')),
              ]
            : []),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);
