import { z } from 'zod';
import { ById, booleanField, maxId, oneOf, wholeNumber } from '../../shared/fields.ts';
import { optionalLine, requiredText } from '../../shared/text-fields.ts';
import { maxAnswerLetters } from '../../shared/enumerations.ts';
import { fileField } from '../../shared/uploaded-file.ts';
import { MessageEventView } from './message.schema.ts';

export const maxReplyFiles = 5;

/** The names of the form fields that contain files, each with its type of file. */
export const replyFiles = {
  file_1: 'pdf',
  file_2: 'pdf',
  file_3: 'pdf',
  file_4: 'pdf',
  file_5: 'pdf',
} as const;

const pictureIds = z.array(wholeNumber('Picture', 1, maxId)).max(maxReplyFiles, 'At most 5 pictures');

export const ReplyInput = ById.extend({
  text: requiredText('Answer', maxAnswerLetters).meta({
    description: 'Placeholders such as {name}, {subject}, {reference}, {job} and {me} are filled in.',
  }),
  subject: optionalLine('Subject', 200).meta({
    description: 'Counts for the first answer only. Default: Re: and the subject of the message.',
  }),
  quote: booleanField('Quote')
    .default(true)
    .meta({ description: 'Adds the words of the message below the answer.' }),
  last_event: wholeNumber('Last event', 0, maxId).optional().meta({
    description:
      'The newest event that the writer has seen. If somebody has answered since, the answer is not sent: 409.',
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

/**
 * The changes that staff can make to an answer. `retry` sends the answer again. `sent` marks an answer whose delivery
 * is unclear as sent. `returned` marks a sent answer as returned.
 */
export const replyActNames = ['retry', 'sent', 'returned'] as const;

export const ReplyAct = ById.extend({ act: oneOf('Act', replyActNames) });

export const EventResponse = z.object({ event: MessageEventView.describe('The entry of the timeline') });

/** The initial values and the options of the form in which staff answer a message. */
export const ReplyDraft = z.object({
  /** Whether a mail server is configured. If not, staff have to answer with their own mail program. */
  has_server: z.boolean(),
  from: z.string(),
  /** The address to which the visitor's answer goes. Null when it goes to the address that sends the mail. */
  answers_to: z.string().nullable(),
  subject: z.string(),
  /** True if the message has an answer from the panel. Later answers have the subject of the first answer. */
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
