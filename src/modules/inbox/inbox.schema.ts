import { z } from 'zod';
import { isEmailAddress, toAsciiDomain } from '../../shared/account-fields.ts';
import { RowIds } from '../../shared/bulk.ts';
import {
  mailStates,
  maxMessageAnswerLetters,
  maxMessageNoteLetters,
  answerChannels,
  eventChannels,
  messageFolders,
  messageKinds,
  messageStates,
} from '../../shared/enumerations.ts';
import {
  booleanField,
  ById,
  Id,
  maxId,
  oneLine,
  oneOf,
  optionalLine,
  requiredText,
  Timestamp,
  wholeNumber,
} from '../../shared/fields.ts';
import {
  momentQueryField,
  oneOrSeveral,
  PageMeta,
  PageQuery,
  rowsQueryFields,
} from '../../shared/pagination.ts';
import { fileField } from '../../shared/uploads.ts';
import { isDay } from '../../shared/zoned-time.ts';

export const Assignee = z
  .object({ id: z.int().describe('The id'), name: z.string().describe('The name') })
  .meta({ title: 'MessageAssignee' });
export type Assignee = z.output<typeof Assignee>;

export const MessageView = z
  .object({
    id: z.int().describe('The id'),
    kind: z.enum(messageKinds).describe('The kind'),
    subject: z.string().describe('The subject'),
    message: z.string().describe('The message'),
    name: z.string().describe('The name'),
    email: z.string().describe('The e-mail address'),
    phone: z.string().nullable().describe('The telephone number'),
    is_read: z.boolean().describe('Whether somebody has read the message'),
    created_at: Timestamp.describe('The time of creation'),
    details: z.record(z.string(), z.string()).describe('Further details'),
    attachment: z
      .object({ name: z.string().describe('The name'), path: z.string().describe('The path on the site') })
      .nullable()
      .describe('The file that came with the message, or null'),
    state: z.enum(messageStates).describe('How far the work on the message is'),
    assignee: Assignee.nullable().describe('The person who works on the message, or null'),
    /** The job may no longer exist. */
    about_id: z.int().nullable().describe('The id of the job that the message is about, or null'),
    last_incoming_at: Timestamp.describe('When the visitor wrote last'),
    remind_at: Timestamp.nullable().describe('When a reminder opens the message again, or null'),
    stage: z.string().nullable().describe('The stage of an application'),
    folder: z.enum(messageFolders).describe('The folder of the message'),
    /** They remain while the message is in Trash. */
    spam_reasons: z.array(z.string()).optional().describe('Why the message looks like spam'),
    panel_url: z.string().optional().describe('In the panel'),
  })
  .meta({ title: 'Message' });
export type MessageView = z.output<typeof MessageView>;

export const MarkReadInput = MessageView.omit({ spam_reasons: true }).meta({
  title: 'MessageMarkReadAnswerMessage',
});

/** Without a folder, the inbox. */
export const MessageFilter = z.object({
  folder: oneOf('Folder', messageFolders).optional(),
  is_read: booleanField('Read').optional(),
  state: oneOrSeveral('State', oneOf('State', messageStates)).optional(),
  assignee: z
    .union(
      [z.enum(['me', 'none']).meta({ title: 'MessageAssigneeWord' }), wholeNumber('Assignee', 1, maxId)],
      {
        error: 'Assignee must be me, none or the id of a user',
      },
    )
    .optional(),
  kind: oneOrSeveral('Kind', oneOf('Kind', messageKinds)).optional(),
  job: oneOrSeveral('Job', wholeNumber('Job', 1, maxId)).optional(),
  stage: oneOrSeveral('Stage', oneLine('Stage', 60)).optional(),
  since: momentQueryField('Since'),
  until: momentQueryField('Until'),
  has_file: booleanField('File').optional(),
});
export type MessageFilter = z.output<typeof MessageFilter>;

export const UnreadListQuery = PageQuery.extend(
  rowsQueryFields(['created_at', 'last_incoming_at', 'listed_at'], Object.keys(MessageView.shape)),
);

export const MessageQuery = UnreadListQuery.extend(MessageFilter.shape);
export type MessageQuery = z.output<typeof MessageQuery>;

export const InboxSummary = z.object({
  /** 1,000 means 1,000 or more. */
  unread: z.int(),
  /** Null when the inbox is empty. */
  newest: z.int().nullable(),
  /** Whether a mail server is configured, which sends the answers of staff. */
  has_server: z.boolean(),
});
export type InboxSummary = z.output<typeof InboxSummary>;

/** How many messages each view of the panel has. 10,001 means more than 10,000. */
export const InboxCounts = z.object({
  mine: z.int(),
  unassigned: z.int(),
  open: z.int(),
  answered: z.int(),
  closed: z.int(),
});
export type InboxCounts = z.output<typeof InboxCounts>;

export const LiveInput = z.object({ lastEventId: z.string().max(50).optional() });

export const MessagePage = z.object({
  messages: z.array(MessageView).describe('The messages, the newest first'),
  meta: PageMeta,
});

const actValues = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
);

const IncomingMailView = z
  .object({
    name: z.string().describe('The sender'),
    address: z.string().describe('Their address'),
    is_other_address: z.boolean().describe('Not that of the message'),
    quoted: z.string().nullable().describe('The earlier mails below'),
    remarks: z.array(z.string()).describe('What is not shown'),
    sender_check: z.enum(['pass', 'fail']).nullable().describe('By DMARC'),
    source: z.string().nullable().describe('The path of the whole mail'),
  })
  .meta({ title: 'IncomingMail' });

/**
 * A change, a note or an answer. `type` is `read`, `unread`, `assigned`, `state`, `stage`, `spam`, `not_spam`,
 * `trashed`, `restored`, `reminder`, `due`, `note`, `reply`, `mail` (from the visitor), `auto_reply` (of a program), or
 * outside the panel `answered` (by staff) and `incoming` (by the visitor). Later versions may add types.
 */
export const MessageEventView = z
  .object({
    id: z.int().describe('The id'),
    created_at: Timestamp.describe('The time of creation'),
    type: z.string().describe('The type'),
    user_name: z.string().describe('The name of the user at that time'),
    text: z.string().nullable().describe('The text of a note, or null'),
    before: actValues.nullable().describe('The values before the change, or null'),
    after: actValues.nullable().describe('The values after the change, or null'),
    by: z
      .enum(eventChannels)
      .meta({ title: 'MessageEventBy' })
      .nullable()
      .describe('The medium of an answer, such as `mail`; `program` for a note by a program; or null'),
    /**
     * `note` is what the server answered, or that a user counted the mail as sent. `at` is the last change of
     * `state`, or the next attempt.
     */
    mail: z
      .object({
        state: z
          .enum(mailStates)
          .meta({ title: 'MessageOneAnswerEventsMailState' })
          .describe('How far the mail is'),
        subject: z.string().describe('The subject'),
        note: z.string().nullable().describe('What the mail server or a person said about it, or null'),
        at: Timestamp.nullable().describe('When it became so, or the next try'),
      })
      .meta({ title: 'MessageMail' })
      .nullable()
      .meta({ description: 'How far the mail of an answer is' }),
    files: z
      .array(
        z
          .object({
            name: z.string().describe('The name'),
            bytes: z.int().meta({ description: 'The size of the file' }),
            path: z.string().describe('The path on the site'),
            warning: z.string().optional().describe('Its danger'),
          })
          .meta({ title: 'MessageFiles' }),
      )
      .meta({ description: 'The files of the mail' }),
    incoming: IncomingMailView.optional().describe('A mail from outside'),
  })
  .meta({ title: 'MessageOneAnswerEvents' });
export type MessageEventView = z.output<typeof MessageEventView>;

export const MessageWithTimeline = z.object({
  message: MessageView.describe('The message'),
  /** The newest 500. */
  events: z.array(MessageEventView).describe('The timeline of the message, the oldest entry first'),
  /** 100 means 100 or more. */
  others: z.int().describe('The number of other messages from this address'),
});
export type MessageWithTimeline = z.output<typeof MessageWithTimeline>;

export const AssignInput = z.object({
  ids: RowIds.describe('The ids of the rows'),
  user_id: Id.nullable().meta({ description: 'Null takes the messages from everybody.' }),
});

export const StateInput = z.object({
  ids: RowIds,
  state: oneOf('State', messageStates).describe('How far the work on the messages is'),
});

/** Keys of the settings, such as `new`. */
export const StageInput = z.object({
  ids: RowIds,
  stage: oneLine('Stage', 60).describe('The stage, such as `refused`'),
});
export type StageInput = z.output<typeof StageInput>;

const Stage = z.object({ key: z.string(), name: z.string() });

/** The applicants of a job in the inbox, the newest 500. */
export const Applicants = z.object({
  job: z.object({
    id: z.int(),
    title: z.string(),
    is_closed: z.boolean(),
    /** Staff have decided to keep the open applicants of the closed job. */
    keeps_open: z.boolean(),
  }),
  stages: z.array(Stage),
  applicants: z.array(MessageView.extend({ notes: z.int() })),
  /** More than these are not shown. */
  has_more: z.boolean(),
});
export type Applicants = z.output<typeof Applicants>;

export const Stages = z.object({ stages: z.array(Stage) });

/** Of applicants who are neither done nor refused. `new` are those in the first stage. */
export const ApplicantCounts = z.object({
  jobs: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      open: z.int(),
      new: z.int(),
      is_closed: z.boolean(),
    }),
  ),
});
export type ApplicantCounts = z.output<typeof ApplicantCounts>;

const noReminderDay = 'Reminder must be tomorrow, monday or a day such as 2026-11-24';

export const RemindInput = z.object({
  ids: RowIds,
  on: z
    .string(noReminderDay)
    .refine((text) => text === 'tomorrow' || text === 'monday' || isDay(text), noReminderDay)
    .nullable()
    .describe('`tomorrow`, `monday`, a day such as `2026-11-24`, or null for none'),
});
export type RemindInput = z.output<typeof RemindInput>;

/** A note, or an answer that staff or the visitor sent outside the panel. */
export const NoteInput = ById.extend({
  text: requiredText('Note', maxMessageNoteLetters).describe('The text of the note'),
  type: oneOf('Type', ['note', 'answered', 'incoming']).default('note').describe('The type'),
  by: oneOf('By', answerChannels).optional().describe('The medium of the answer, such as `phone`'),
});
export type NoteInput = z.output<typeof NoteInput>;

export const maxReplyFiles = 5;

export const replyFiles = {
  file_1: 'pdf',
  file_2: 'pdf',
  file_3: 'pdf',
  file_4: 'pdf',
  file_5: 'pdf',
} as const;

const pictureIds = z.array(wholeNumber('Picture', 1, maxId)).max(maxReplyFiles, 'At most 5 pictures');

export const ReplyInput = ById.extend({
  text: requiredText('Answer', maxMessageAnswerLetters).meta({
    description: 'Placeholders such as {name}, {subject}, {reference}, {job} and {me} are filled in.',
  }),
  subject: optionalLine('Subject', 200).meta({
    description: 'Counts for the first answer only. Default: Re: and the subject of the message.',
  }),
  quote: booleanField('Quote')
    .default(true)
    .meta({ description: 'Adds the words of the message below the answer.' }),
  last_event: wholeNumber('Last event', 0, maxId).optional().meta({
    description: 'The newest event that the writer has seen. An answer since then is a 409.',
  }),
  pictures: z
    .preprocess((value) => (typeof value === 'string' ? parseIds(value) : value), pictureIds)
    .optional()
    .meta({ description: 'The ids of pictures of the library.' }),
  file_1: fileField('File'),
  file_2: fileField('File'),
  file_3: fileField('File'),
  file_4: fileField('File'),
  file_5: fileField('File'),
});
export type ReplyInput = z.output<typeof ReplyInput>;

/** `{name}`, `{job}` and the other placeholders are filled in for each. */
export const RepliesInput = z.object({
  ids: RowIds,
  text: ReplyInput.shape.text,
  subject: ReplyInput.shape.subject,
  stage: oneLine('Stage', 60).optional().describe('The stage to move applications to'),
});
export type RepliesInput = z.output<typeof RepliesInput>;

/** `retry` sends again, `sent` settles an unclear delivery, `returned` is for a mail that came back. */
export const replyActNames = ['retry', 'sent', 'returned'] as const;

export const ReplyAct = ById.extend({ act: oneOf('Act', replyActNames) });

export const EventResponse = z.object({ event: MessageEventView.describe('The entry of the timeline') });

export const ReplyDraft = z.object({
  from: z.string(),
  /** Null when answers go to the address that sends the mail. */
  answers_to: z.string().nullable(),
  subject: z.string(),
  /** After the first answer from the panel, whose subject all later ones have. */
  is_subject_fixed: z.boolean(),
  signature: z.string(),
  may_add_pictures: z.boolean(),
  templates: z.array(z.object({ key: z.string(), name: z.string(), subject: z.string(), text: z.string() })),
});
export type ReplyDraft = z.output<typeof ReplyDraft>;

function parseIds(text: string): unknown {
  try {
    return text === '' ? [] : JSON.parse(text);
  } catch {
    return text;
  }
}

/** A leading `@` of a domain is removed. */
export const BlockInput = z.object({
  sender: oneLine('Sender', 254)
    .transform((text) => text.replace(/^@/, ''))
    .refine((text) => isEmailAddress(text) || toAsciiDomain(text) !== undefined, {
      error: 'Sender must be an email address, or a domain such as example.com',
    })
    .describe('An email address, or a domain such as `example.com`'),
});

export const BlockedSenderView = z
  .object({
    id: z.int().describe('The id'),
    sender: z.string().describe('An email address, or a domain such as `example.com`'),
    user_name: z.string().describe('The name of the user at that time'),
    created_at: Timestamp.describe('The time of creation'),
  })
  .meta({ title: 'MessageBlockedSendersAnswerBlockedSenders' });
export type BlockedSenderView = z.output<typeof BlockedSenderView>;
