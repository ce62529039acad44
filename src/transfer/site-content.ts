import { z } from 'zod';
import { contentModuleList } from '../content-modules.ts';
import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { toIsoTime, parseJsonColumn } from '../database/columns.ts';
import { describeChange } from '../log/activity-views.ts';
import { Activity } from '../log/activity.entity.ts';
import { Metadata } from '../log/activity.schema.ts';
import { albumContent } from '../modules/gallery/gallery.ts';
import { Message, MessageEvent, MessageFile } from '../modules/inbox/message.entity.ts';
import { indexNotes } from '../modules/inbox/messages.ts';
import { Job } from '../modules/jobs/jobs.module.ts';
import { mediaContent } from '../modules/library/library.module.ts';
import { toUnusedLabel } from '../shared/blocks/form-fields.ts';
import {
  mailStates,
  eventChannels,
  messageFolders,
  messageKinds,
  messageStates,
} from '../shared/enumerations.ts';
import { toOneLine } from '../shared/fields.ts';
import { ItemText, JsonFact, Moment, RowId, WholeNumber } from '../content/module/item-fields.ts';

const DocumentKey = z.string().regex(/^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.pdf$/);

const maxName = 200;

/** One line each. Earlier versions stored names that visitors chose. */
function withReadableNames(details: Record<string, string>): Record<string, string> {
  const used = new Set<string>();
  const renamed = Object.entries(details).map(([name, text]) => {
    const line = [...toOneLine(name)].slice(0, maxName).join('');
    return [toUnusedLabel(line, used), text];
  });
  return Object.fromEntries(renamed);
}

const MessageItem = z.object({
  id: RowId,
  created_at: Moment,
  kind: z.enum(messageKinds),
  subject: ItemText,
  message: ItemText,
  name: ItemText,
  email: ItemText,
  phone: ItemText.nullable(),
  details: z.record(z.string(), ItemText).transform(withReadableNames),
  attachment_name: ItemText.transform((name) => name.normalize('NFC')).nullable(),
  attachment_key: DocumentKey.nullable(),
  is_read: z.boolean(),
  spam_reasons: z.array(ItemText),
  // Older exports lack what follows.
  state: z.enum(messageStates).optional(),
  closed_at: Moment.nullable().default(null),
  about_id: RowId.nullable().optional(),
  folder: z.enum(messageFolders).optional(),
  moved_at: Moment.nullable().default(null),
  last_incoming_at: Moment.nullable().default(null),
  remind_at: Moment.nullable().default(null),
  listed_at: Moment.nullable().default(null),
  stage: ItemText.nullable().default(null),
  refused_at: Moment.nullable().default(null),
  lang: ItemText.nullable().default(null),
});

const ActValues = z.record(
  ItemText,
  z.union([ItemText, z.number(), z.boolean(), z.array(ItemText), z.null()]),
);

/** With the name of the user but no id, because accounts are not exported. */
const MessageEventItem = z.object({
  id: RowId,
  message_id: RowId,
  created_at: Moment,
  type: ItemText,
  user_name: ItemText,
  text: ItemText.nullable(),
  before: ActValues.nullable(),
  after: ActValues.nullable(),
  // Older exports lack what follows.
  subject: ItemText.nullable().default(null),
  channel: z.enum(eventChannels).nullable().default(null),
  mail_state: z.enum(mailStates).nullable().default(null),
  mail_id: ItemText.nullable().default(null),
  mail_note: ItemText.nullable().default(null),
  mail_at: Moment.nullable().default(null),
});

const MessageFileItem = z.object({
  id: RowId,
  created_at: Moment,
  event_id: RowId,
  name: ItemText,
  attachment_key: DocumentKey.nullable(),
  picture: ItemText.nullable(),
  bytes: WholeNumber,
});

/** Without user ids, because accounts are not exported. */
const ActivityItem = z.preprocess(
  completed,
  z.object({
    id: RowId,
    created_at: Moment,
    type: ItemText,
    module: ItemText.nullable(),
    description: ItemText,
    note: ItemText.nullable(),
    user_name: ItemText,
    user_email: ItemText.nullable(),
    item_id: WholeNumber.nullable(),
    item_name: ItemText.nullable(),
    metadata: Metadata,
    changes: z.record(ItemText, z.object({ old: JsonFact, new: JsonFact })).nullable(),
    is_verified: z.boolean(),
    has_caller_post: z.boolean(),
    was_public: z.boolean(),
  }),
);

/** Entries of older exports lack `was_public`, which is true only for items of the team and the portfolio. */
function completed(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || 'was_public' in item) return item;
  const { type, module, description, ...entry } = item as Record<string, unknown>;
  const facts = { type: String(type), module: typeof module === 'string' ? module : null };
  const isJoined = entry.is_verified === true && entry.has_caller_post === true;
  const ours =
    isJoined && typeof entry.item_name === 'string' ? describeChange(facts, entry.item_name) : description;
  const note = entry.has_caller_post === true ? description : null;
  const was_public = module === 'team' || module === 'portfolio';
  return { ...entry, type, module, description: ours, note, user_email: null, was_public };
}

/** Also of other library files. The file is in the folder `uploads` of the export. */
export const PictureItem = z.object({
  path: z.string(),
  // 0 and an empty colour for a file that is no picture.
  width: WholeNumber,
  height: WholeNumber,
  bytes: WholeNumber,
  colour: z.string().regex(/^(?:#[0-9a-f]{6})?$/i),
  placeholder: z.string().regex(/^(?:data:image\/[a-z]+;base64,[\w+/=]+)?$/),
  is_animated: z.boolean(),
  alt: z
    .string()
    .max(250)
    .refine((text) => !/\p{Cc}/u.test(text))
    .nullable(),
  created_at: Moment,
});
export type PictureItem = z.output<typeof PictureItem>;

export function exportFileSchema(name: string, Item: z.ZodType) {
  return z
    .object({ format: z.literal('atrium 1'), module: z.literal(name), items: z.array(Item) })
    .meta({ title: `${name}.json of an export of Atrium` });
}

/** In the order of import: pictures before texts that show them, the log after the rows it is about. */
export const siteContents: readonly TransferContent[] = [
  mediaContent.content,
  albumContent,
  ...contentModuleList.map(({ content }) => content),
  {
    name: 'messages',
    table: 'messages',
    entity: Message,
    Item: MessageItem,
    toItem: (row: Message) => ({
      id: row.id,
      created_at: toIsoTime(row.created_at),
      kind: row.kind,
      subject: row.subject,
      message: row.message,
      name: row.name,
      email: row.email,
      phone: row.phone ?? null,
      details: parseJsonColumn(row.details),
      attachment_name: row.attachment_name ?? null,
      attachment_key: row.attachment_key ?? null,
      is_read: Boolean(row.is_read),
      spam_reasons: parseJsonColumn(row.spam_reasons ?? []),
      state: row.state,
      closed_at: row.closed_at ? toIsoTime(row.closed_at) : null,
      about_id: row.about_id ?? null,
      folder: row.folder,
      moved_at: row.moved_at ? toIsoTime(row.moved_at) : null,
      last_incoming_at: toIsoTime(row.last_incoming_at ?? row.created_at),
      remind_at: row.remind_at ? toIsoTime(row.remind_at) : null,
      listed_at: toIsoTime(row.listed_at ?? row.created_at),
      stage: row.stage ?? null,
      refused_at: row.refused_at ? toIsoTime(row.refused_at) : null,
      lang: row.lang ?? null,
    }),
    // In older exports, messages have no state. A read one counts as closed, as in the migration.
    complete: (item: TransferItem & Partial<z.output<typeof MessageItem>>) => ({
      ...item,
      state: item.state ?? (item.is_read ? 'closed' : 'open'),
      folder: item.folder ?? (item.spam_reasons?.length ? 'spam' : 'inbox'),
    }),
    // In older exports, an application names its job. As in the migration, one job must have that title.
    completeRow: async ({ em }, row, item: TransferItem & Partial<z.output<typeof MessageItem>>) => {
      if (item.about_id !== undefined || item.kind !== 'application') return;
      const [job, another] = await em.find(Job, { title: item.details?.job }, { fields: ['id'], limit: 2 });
      if (job && !another) Object.assign(row, { about_id: job.id });
    },
    references: [{ name: 'about_id', content: 'jobs' }],
    moments: ['closed_at', 'moved_at', 'last_incoming_at', 'remind_at', 'listed_at', 'refused_at'],
    toRow: ({
      id,
      created_at,
      is_read,
      state,
      closed_at,
      folder,
      moved_at,
      last_incoming_at,
      remind_at,
      listed_at,
      refused_at,
      ...values
    }: z.output<typeof MessageItem>) =>
      Object.assign(Message.receive(values, new Date(created_at)), {
        id,
        is_read,
        state,
        closed_at: closed_at && new Date(closed_at),
        folder,
        moved_at: moved_at && new Date(moved_at),
        last_incoming_at: new Date(last_incoming_at ?? created_at),
        remind_at: remind_at && new Date(remind_at),
        listed_at: new Date(listed_at ?? created_at),
        refused_at: refused_at && new Date(refused_at),
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
      created_at: toIsoTime(row.created_at),
      type: row.type,
      user_name: row.user_name,
      text: row.text ?? null,
      before: row.before ? parseJsonColumn(row.before) : null,
      after: row.after ? parseJsonColumn(row.after) : null,
      subject: row.subject ?? null,
      channel: row.channel ?? null,
      mail_state: row.mail_state ?? null,
      mail_id: row.mail_id ?? null,
      mail_note: row.mail_note ?? null,
      mail_at: row.mail_at ? toIsoTime(row.mail_at) : null,
    }),
    references: [{ name: 'message_id', content: 'messages' }],
    belongsTo: 'message_id',
    moments: ['mail_at'],
    toRow: ({ created_at, mail_state, mail_at, ...values }: z.output<typeof MessageEventItem>) => ({
      ...values,
      created_at: new Date(created_at),
      // The outbox is not exported, so a queued answer can neither be sent nor an unclear one repeated.
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
      created_at: toIsoTime(row.created_at),
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
      created_at: toIsoTime(row.created_at),
      type: row.type,
      module: row.module ?? null,
      description: row.description,
      note: row.note ?? null,
      user_name: row.user_name,
      user_email: row.user_email ?? null,
      item_id: row.item_id ?? null,
      item_name: row.item_name ?? null,
      metadata: parseJsonColumn(row.metadata),
      changes: row.changes ? parseJsonColumn(row.changes) : null,
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
      if (is_verified) entry.confirm(facts);
      return Object.assign(entry, { id, user_id: null, note, changes, has_caller_post });
    },
  },
];
