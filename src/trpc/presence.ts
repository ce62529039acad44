import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Events } from '../database/events/events.ts';

/** Tells the other instances who has a form open. */
export const presenceTopic = 'editing';

/** Forms report every 25 seconds, but browsers run the timers of hidden tabs only once a minute. */
const forgottenAfterMs = 75_000;
const maxOpenings = 2000;

const Opening = z.object({
  opening: z.string(),
  module: z.string(),
  item_id: z.int(),
  user_id: z.int(),
  name: z.string(),
});
type Opening = z.output<typeof Opening>;
const Gone = z.object({ opening: z.string(), user_id: z.int(), isGone: z.literal(true) });

/** On all instances. */
export interface Presence {
  has(userId: number, opening: string): boolean;
  at(module: string, itemId: number): Opening[];
}

export function createPresence(events: Events): Presence {
  const open = new LRUCache<string, Opening>({ max: maxOpenings, ttl: forgottenAfterMs });
  // Browsers choose the names of openings, so a name is valid only for the user who sent it.
  const keyOf = (userId: number, opening: string) => `${userId} ${opening}`;
  events.on(presenceTopic, (text) => {
    const { success, data: message } = Opening.or(Gone).safeParse(JSON.parse(text));
    // Events of an earlier version have another structure.
    if (!success) return;
    const key = keyOf(message.user_id, message.opening);
    if ('isGone' in message) open.delete(key);
    else open.set(key, message);
  });
  return {
    has: (userId, opening) => open.has(keyOf(userId, opening)),
    at: (module, itemId) =>
      [...open.values()].filter((one) => one.module === module && one.item_id === itemId),
  };
}
