import type { z } from 'zod';
import { toIso } from '../database/columns.ts';
import { toJson } from '../database/dialect.ts';
import { Activity } from '../log/activity.entity.ts';
import { albumContent } from '../modules/gallery/gallery.ts';
import { Message, MessageEvent, MessageFile } from '../modules/inbox/message.entity.ts';
import { indexNotes } from '../modules/inbox/messages.ts';
import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { media } from '../modules/library/library.module.ts';
import { moduleList } from '../content-modules.ts';
import { ActivityItem, MessageEventItem, MessageFileItem, MessageItem } from './site-items.ts';

/**
 * All kinds of content of an export, in the order of import. Pictures come before the texts that show them,
 * and the activity log comes after the rows that its entries are about.
 */
export const siteContents: readonly TransferContent[] = [
  media.content,
  albumContent,
  ...moduleList.map(({ content }) => content),
  {
    name: 'messages',
    table: 'messages',
    entity: Message,
    Item: MessageItem,
    toItem: (row: Message) => ({
      id: row.id,
      created_at: toIso(row.created_at),
      kind: row.kind,
      subject: row.subject,
      message: row.message,
      name: row.name,
      email: row.email,
      phone: row.phone ?? null,
      details: toJson(row.details),
      attachment_name: row.attachment_name ?? null,
      attachment_key: row.attachment_key ?? null,
      is_read: Boolean(row.is_read),
      spam_reasons: toJson(row.spam_reasons ?? []),
      state: row.state,
      closed_at: row.closed_at ? toIso(row.closed_at) : null,
      about_id: row.about_id ?? null,
      folder: row.folder,
      moved_at: row.moved_at ? toIso(row.moved_at) : null,
    }),
    // In older exports, messages have no state. A message that was read counts as closed, as in the migration
    // of old databases.
    complete: (item: TransferItem & Partial<z.output<typeof MessageItem>>) => ({
      ...item,
      state: item.state ?? (item.is_read ? 'closed' : 'open'),
      folder: item.folder ?? (item.spam_reasons?.length ? 'spam' : 'inbox'),
    }),
    references: [{ name: 'about_id', content: 'jobs' }],
    moments: ['closed_at', 'moved_at'],
    toRow: ({
      id,
      created_at,
      is_read,
      state,
      closed_at,
      folder,
      moved_at,
      ...values
    }: z.output<typeof MessageItem>) =>
      Object.assign(Message.receive(values, new Date(created_at)), {
        id,
        is_read,
        state,
        closed_at: closed_at && new Date(closed_at),
        folder,
        moved_at: moved_at && new Date(moved_at),
      }),
  },
  {
    name: 'message_events',
    table: 'message_events',
    entity: MessageEvent,
    Item: MessageEventItem,
    toItem: (row: MessageEvent) => ({
      id: row.id,
      message_id: row.message_id,
      created_at: toIso(row.created_at),
      type: row.type,
      user_name: row.user_name,
      text: row.text ?? null,
      before: row.before ? toJson(row.before) : null,
      after: row.after ? toJson(row.after) : null,
      subject: row.subject ?? null,
      channel: row.channel ?? null,
      mail_state: row.mail_state ?? null,
      mail_id: row.mail_id ?? null,
      mail_note: row.mail_note ?? null,
      mail_at: row.mail_at ? toIso(row.mail_at) : null,
    }),
    references: [{ name: 'message_id', content: 'messages' }],
    belongsTo: 'message_id',
    moments: ['mail_at'],
    toRow: ({ created_at, mail_state, mail_at, ...values }: z.output<typeof MessageEventItem>) => ({
      ...values,
      created_at: new Date(created_at),
      // The outbox is not exported. This site can therefore neither send a queued answer nor repeat an
      // unclear one.
      mail_state: mail_state === 'queued' || mail_state === 'unclear' ? 'discarded' : mail_state,
      mail_at: mail_at && new Date(mail_at),
      user_id: null,
    }),
    afterStore: async ({ em }, row) => {
      const message = await em.findOneOrFail(Message, (row as MessageEvent).message_id);
      await indexNotes({ em }, message);
      await em.flush();
    },
  },
  {
    name: 'message_files',
    table: 'message_files',
    entity: MessageFile,
    Item: MessageFileItem,
    toItem: (row: MessageFile) => ({
      id: row.id,
      created_at: toIso(row.created_at),
      event_id: row.event_id,
      name: row.name,
      attachment_key: row.attachment_key ?? null,
      picture: row.picture ?? null,
      bytes: row.bytes,
    }),
    references: [{ name: 'event_id', content: 'message_events' }],
    belongsTo: 'event_id',
    toRow: ({ created_at, ...values }: z.output<typeof MessageFileItem>) => ({
      ...values,
      created_at: new Date(created_at),
    }),
  },
  {
    name: 'activities',
    table: 'activities',
    entity: Activity,
    Item: ActivityItem,
    toItem: (row: Activity) => ({
      id: row.id,
      created_at: toIso(row.created_at),
      type: row.type,
      module: row.module ?? null,
      description: row.description,
      note: row.note ?? null,
      user_name: row.user_name,
      user_email: row.user_email ?? null,
      item_id: row.item_id ?? null,
      item_name: row.item_name ?? null,
      metadata: toJson(row.metadata),
      changes: row.changes ? toJson(row.changes) : null,
      is_verified: Boolean(row.is_verified),
      has_caller_post: Boolean(row.has_caller_post),
      was_public: Boolean(row.was_public),
    }),
    toRow: ({
      id,
      created_at,
      user_name,
      user_email,
      note,
      is_verified,
      has_caller_post,
      changes,
      ...facts
    }: z.output<typeof ActivityItem>) => {
      const viewer = {
        id: 0,
        name: user_name,
        email: user_email ?? '',
        role: 'user',
        session_id: 0,
      } as const;
      const entry = Activity.enter(facts, viewer, new Date(created_at));
      return Object.assign(entry, { id, user_id: null, note, changes, is_verified, has_caller_post });
    },
  },
];
