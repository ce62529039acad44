import { toIso } from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { MessageEvent } from './message-event.entity.ts';
import type { Message } from './message.entity.ts';
import type { MessageEventView } from './message.schema.ts';

/** A timeline shows the newest ones. */
const maxShown = 500;
/** More notes than these are not searched. */
const maxSearched = 500;

/** Stores a note of the caller about a message. Returns the stored event, with its id. */
export async function recordNote(tx: SignedInCtx, { id }: Message, text: string): Promise<MessageEvent> {
  const event = tx.em.create(MessageEvent, {
    message_id: id,
    created_at: tx.now,
    type: 'note',
    user_id: tx.viewer.id,
    user_name: tx.viewer.name,
    text,
    before: null,
    after: null,
  });
  await tx.em.persist(event).flush();
  return event;
}

/** Returns the acts and notes of a message, oldest first, at most the newest 500. */
export async function readTimeline({ em }: Ctx, message_id: number): Promise<MessageEventView[]> {
  const events = await em
    .fork()
    .find(MessageEvent, { message_id }, { orderBy: { id: 'desc' }, limit: maxShown });
  return events.reverse().map(toEventView);
}

/** Lets a search find the message by its notes too. */
export async function indexNotes({ em }: Pick<Ctx, 'em'>, message: Message): Promise<void> {
  const notes = await em.find(
    MessageEvent,
    { message_id: message.id, text: { $ne: null } },
    { fields: ['text'], orderBy: { id: 'desc' }, limit: maxSearched, disableIdentityMap: true },
  );
  message.indexWith(notes.map(({ text }) => text ?? ''));
}

export function toEventView(event: MessageEvent): MessageEventView {
  return {
    id: event.id,
    created_at: toIso(event.created_at),
    type: event.type,
    user_name: event.user_name,
    text: event.text ?? null,
    before: event.before ?? null,
    after: event.after ?? null,
  };
}
