import { z } from 'zod';
import { RowIds } from '../../shared/bulk.ts';
import { maxNoteLetters, messageKinds, messageStates } from '../../shared/enumerations.ts';
import { ById, flag, Id, oneOf, requiredText, Timestamp } from '../../shared/fields.ts';
import { PageMeta, PageQuery, rowsQuery } from '../../shared/pagination.ts';

export const Assignee = z.object({ id: z.int(), name: z.string() });
export type Assignee = z.output<typeof Assignee>;

export const MessageView = z.object({
  id: z.int(),
  kind: z.enum(messageKinds),
  subject: z.string(),
  message: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  is_read: z.boolean(),
  created_at: Timestamp,
  details: z.record(z.string(), z.string()),
  /** `path` requires access to the inbox. */
  attachment: z.object({ name: z.string(), path: z.string() }).nullable(),
  state: z.enum(messageStates),
  /** Who works on it. */
  assignee: Assignee.nullable(),
  /** The job of an application. It may be gone. */
  about_id: z.int().nullable(),
});
export type MessageView = z.output<typeof MessageView>;

export const MessageQuery = PageQuery.extend({
  ...rowsQuery(['created_at'], [...Object.keys(MessageView.shape), 'spam_reasons']),
  is_read: flag('Read').optional(),
});
export type MessageQuery = z.output<typeof MessageQuery>;

const folders = ['inbox', 'spam'] as const;

/** Without a folder, a list has the messages of the inbox. */
export const FolderQuery = MessageQuery.extend({
  folder: z.enum(folders, `Folder must be one of: ${folders.join(', ')}`).optional(),
});
export type FolderQuery = z.output<typeof FolderQuery>;

export const InboxState = z.object({
  /** 1,000 means 1,000 or more. */
  unread: z.int(),
  /** Null when there is no message. */
  newest: z.int().nullable(),
});
export type InboxState = z.output<typeof InboxState>;

export const LiveInput = z.object({ lastEventId: z.string().max(50).optional() });

export const SpamView = MessageView.extend({ spam_reasons: z.array(z.string()) });
export type SpamView = z.output<typeof SpamView>;

export const SpamPage = z.object({ messages: z.array(SpamView), meta: PageMeta });

/** Only spam has reasons. */
export const FiledMessage = SpamView.partial({ spam_reasons: true });
export type FiledMessage = z.output<typeof FiledMessage>;

export const MessagePage = z.object({ messages: z.array(FiledMessage), meta: PageMeta });

const actValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** An act or a note. `type` is `assigned`, `state` or `note`; later versions may have others. */
export const MessageEventView = z.object({
  id: z.int(),
  created_at: Timestamp,
  type: z.string(),
  user_name: z.string(),
  /** The words of a note. */
  text: z.string().nullable(),
  /** What an act changed. */
  before: actValues.nullable(),
  after: actValues.nullable(),
});
export type MessageEventView = z.output<typeof MessageEventView>;

export const MessageWithTimeline = z.object({
  message: FiledMessage,
  /** Oldest first, the newest 500. */
  events: z.array(MessageEventView),
  /** How many other messages without spam have the same address. 100 means 100 or more. */
  others: z.int(),
});
export type MessageWithTimeline = z.output<typeof MessageWithTimeline>;

export const AssignInput = z.object({
  ids: RowIds,
  user_id: Id.nullable().meta({ description: 'Null takes the messages from everybody.' }),
});

export const StateInput = z.object({ ids: RowIds, state: oneOf('State', messageStates) });

export const NoteInput = ById.extend({ text: requiredText('Note', maxNoteLetters) });
