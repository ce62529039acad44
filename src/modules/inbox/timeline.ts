import { toIso } from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { MessageEventView } from './inbox.schema.ts';
import { type Message, MessageEvent, MessageFile } from './message.entity.ts';

/** The maximum number of events in a timeline. Older events are left out. */
const maxShown = 500;
/** The maximum number of notes and answers in the searchable text of a message. Older texts are left out. */
const maxSearched = 500;

type WrittenEvent = Pick<MessageEvent, 'type' | 'text'> &
  Partial<
    Pick<MessageEvent, 'before' | 'after' | 'channel' | 'subject' | 'mail_state' | 'mail_id' | 'mail_at'>
  >;

/** Stores a note or an answer of the caller in the timeline of a message. Returns the stored event. */
export async function recordEvent(
  tx: SignedInCtx,
  { id }: Message,
  written: WrittenEvent,
): Promise<MessageEvent> {
  const event = tx.em.create(MessageEvent, {
    message_id: id,
    created_at: tx.now,
    type: written.type,
    user_id: tx.viewer.id,
    user_name: tx.viewer.name,
    text: written.text,
    before: written.before ?? null,
    after: written.after ?? null,
    channel: written.channel ?? null,
    subject: written.subject ?? null,
    mail_state: written.mail_state ?? null,
    mail_id: written.mail_id ?? null,
    mail_note: null,
    mail_at: written.mail_at ?? null,
  });
  await tx.em.persist(event).flush();
  return event;
}

/** Returns the newest 500 events of a message, oldest first. */
export async function readTimeline({ em }: Ctx, message_id: number): Promise<MessageEventView[]> {
  const disableIdentityMap = true;
  const newest = { orderBy: { id: 'desc' }, limit: maxShown, disableIdentityMap } as const;
  const events = await em.find(MessageEvent, { message_id }, newest);
  const replies = events.filter(({ mail_state }) => mail_state).map(({ id }) => id);
  const inOrder = { orderBy: { id: 'asc' }, disableIdentityMap } as const;
  const files = await em.find(MessageFile, { event_id: { $in: replies } }, inOrder);
  const filesOf = Map.groupBy(files, ({ event_id }) => event_id);
  return events.reverse().map((event) => toEventView(event, filesOf.get(event.id)));
}

/**
 * Updates the searchable text of a message with its newest 500 notes and answers. The caller has to flush.
 */
export async function indexNotes({ em }: Pick<Ctx, 'em'>, message: Message): Promise<void> {
  const notes = await em.find(
    MessageEvent,
    { message_id: message.id, text: { $ne: null } },
    { fields: ['text'], orderBy: { id: 'desc' }, limit: maxSearched, disableIdentityMap: true },
  );
  message.indexWith(notes.map(({ text }) => text ?? ''));
}

export function toEventView(event: MessageEvent, files: readonly MessageFile[] = []): MessageEventView {
  return {
    id: event.id,
    created_at: toIso(event.created_at),
    type: event.type,
    user_name: event.user_name,
    text: event.text ?? null,
    before: event.before ?? null,
    after: event.after ?? null,
    by: event.channel ?? null,
    mail: event.mail_state
      ? {
          state: event.mail_state,
          subject: event.subject ?? '',
          note: event.mail_note ?? null,
          at: event.mail_at ? toIso(event.mail_at) : null,
        }
      : null,
    files: files.map(({ id, name, bytes }) => ({ name, bytes, path: `/api/admin/messages/files/${id}` })),
  };
}
