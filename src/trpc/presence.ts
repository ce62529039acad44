import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Events } from '../database/events/events.ts';

/** The topic of the events by which instances tell each other who has a form open. */
export const editing = 'editing';

/** Forms report every 25 seconds. Browsers slow the timers of hidden tabs down to one a minute. */
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
const Gone = z.object({ opening: z.string(), isGone: z.literal(true) });

/** Who has which form open, on all instances. */
export interface Presence {
  has(opening: string): boolean;
  isOf(opening: string, userId: number): boolean;
  at(module: string, itemId: number): Opening[];
}

export function createPresence(events: Events): Presence {
  const open = new LRUCache<string, Opening>({ max: maxOpenings, ttl: forgottenAfterMs });
  events.on(editing, (text) => {
    const message = Opening.or(Gone).parse(JSON.parse(text));
    if ('isGone' in message) return open.delete(message.opening);
    const known = open.peek(message.opening);
    if (!known || known.user_id === message.user_id) open.set(message.opening, message);
  });
  return {
    has: (opening) => open.has(opening),
    isOf: (opening, userId) => open.peek(opening)?.user_id === userId,
    at: (module, itemId) =>
      [...open.values()].filter((one) => one.module === module && one.item_id === itemId),
  };
}
