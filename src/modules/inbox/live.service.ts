import { sendEvent } from '../../database/events/send-event.ts';
import type { Ctx } from '../../database/ctx.ts';

export const inboxChanged = 'inbox-changed';

/**
 * Notifies the open event streams of all instances after the commit. Do not call this function for new spam,
 * because staff are not notified of spam.
 */
export function tellInboxChanged(tx: Pick<Ctx, 'em'>): Promise<void> {
  return sendEvent(tx, inboxChanged);
}
