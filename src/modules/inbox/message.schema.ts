import { z } from 'zod';
import { messageKinds } from '../../shared/catalog.ts';
import { flag, Timestamp } from '../../shared/fields.ts';
import { PageMeta, PageQuery } from '../../shared/pagination.ts';

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
  /** The file that came with it; `path` answers those who may read the inbox. */
  attachment: z.object({ name: z.string(), path: z.string() }).nullable(),
});
export type MessageView = z.output<typeof MessageView>;

/** The queries of the inbox; spam is never among its rows. */
export const MessageQuery = PageQuery.extend({ is_read: flag('Read').optional() });
export type MessageQuery = z.output<typeof MessageQuery>;

/** What the panel shows of the inbox on every screen. */
export const InboxState = z.object({
  /** Messages that nobody has read; 1,000 means that or more. */
  unread: z.int(),
  /** The id of the message that came last; null when there is none. */
  newest: z.int().nullable(),
});
export type InboxState = z.output<typeof InboxState>;

/** Where a stream that broke goes on. */
export const LiveInput = z.object({ lastEventId: z.string().max(50).optional() });

/** A message that was judged spam, and why, in words. */
export const SpamView = MessageView.extend({ spam_reasons: z.array(z.string()) });
export type SpamView = z.output<typeof SpamView>;

export const SpamPage = z.object({ messages: z.array(SpamView), meta: PageMeta });

export const MessagePage = z.object({ messages: z.array(MessageView), meta: PageMeta });
