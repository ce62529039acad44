import { holdName } from '../../database/lock.ts';
import type { SignedInWork } from '../../database/work.ts';
import { Activity, type EventFacts } from './activity.entity.ts';

const windowMs = 60_000;

/** What is looked for: a caller's post that no change has confirmed, or a change that no caller has posted. */
const sides = {
  posted: { is_verified: false, has_caller_post: true },
  changed: { is_verified: true, has_caller_post: false },
};

/**
 * Finds the entry of the same event that has only its other side: of the same user, type, module and item, from within 60 s
 * (contract, "The activity log tells the truth"). Of several, the latest. Whoever asks for the same event at the same moment
 * waits until this transaction ends, so that the second finds the first, however close they are.
 */
export async function findSameEvent(
  inside: SignedInWork,
  event: EventFacts,
  side: keyof typeof sides,
): Promise<Activity | null> {
  const { type, module } = event;
  const { em, viewer, now } = inside;
  const items = sameItem(event);
  if (items.length === 0) return null;
  await holdName(inside, `activity ${viewer.id} ${module} ${type}`);
  const [earliest, latest] = [-windowMs, windowMs].map((distance) => new Date(now.getTime() + distance));
  const same = { user_id: viewer.id, type, module, ...sides[side], $or: items };
  return em.findOne(
    Activity,
    { ...same, created_at: { $gte: earliest, $lte: latest } },
    { orderBy: { created_at: 'desc', id: 'desc' } },
  );
}

/** An item is told by its id. Whoever posts before a create has none yet: then title or name tells. */
function sameItem({ type, item_id, item_name }: EventFacts) {
  const byId = item_id === null ? [] : [{ item_id }];
  if (type !== 'create' || item_name === null) return byId;
  return [...byId, item_id === null ? { item_name } : { item_name, item_id: null }];
}
