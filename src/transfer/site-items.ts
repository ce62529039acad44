import { z } from 'zod';
import { Metadata } from '../log/activity.schema.ts';
import { describeChange } from '../log/activity-views.ts';
import {
  mailStates,
  messageChannels,
  messageFolders,
  messageKinds,
  messageStates,
} from '../shared/enumerations.ts';
import { toUnusedLabel } from '../shared/blocks/form-fields.ts';
import { maxId } from '../shared/fields.ts';
import { isStorable, toOneLine } from '../shared/text-fields.ts';

const Text = z.string().refine(isStorable, 'contains characters that cannot be stored');
const Moment = z.iso.datetime();
const RowId = z.int().min(1).max(maxId);
/** Bytes or pixels that both databases can store. */
const Size = z.int().min(0).max(maxId);
const Value = z.union([Text, z.number(), z.boolean(), z.null(), z.array(Text)]);

const DocumentKey = z.string().regex(/^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.pdf$/);

const maxName = 200;

/** One line each. Earlier versions stored names that visitors chose. */
function withReadableNames(details: Record<string, string>): Record<string, string> {
  const used = new Set<string>();
  const named = Object.entries(details).map(([name, text]) => {
    const line = [...toOneLine(name)].slice(0, maxName).join('');
    return [toUnusedLabel(line, used), text];
  });
  return Object.fromEntries(named);
}

export const MessageItem = z.object({
  id: RowId,
  created_at: Moment,
  kind: z.enum(messageKinds),
  subject: Text,
  message: Text,
  name: Text,
  email: Text,
  phone: Text.nullable(),
  details: z.record(z.string(), Text).transform(withReadableNames),
  attachment_name: Text.transform((name) => name.normalize('NFC')).nullable(),
  attachment_key: DocumentKey.nullable(),
  is_read: z.boolean(),
  spam_reasons: z.array(Text),
  // Older exports lack what follows.
  state: z.enum(messageStates).optional(),
  closed_at: Moment.nullable().default(null),
  about_id: RowId.nullable().default(null),
  folder: z.enum(messageFolders).optional(),
  moved_at: Moment.nullable().default(null),
});

const ActValues = z.record(Text, z.union([Text, z.number(), z.boolean(), z.array(Text), z.null()]));

/** With the name of the user but no id, because accounts are not exported. */
export const MessageEventItem = z.object({
  id: RowId,
  message_id: RowId,
  created_at: Moment,
  type: Text,
  user_name: Text,
  text: Text.nullable(),
  before: ActValues.nullable(),
  after: ActValues.nullable(),
  // Older exports lack what follows.
  subject: Text.nullable().default(null),
  channel: z.enum(messageChannels).nullable().default(null),
  mail_state: z.enum(mailStates).nullable().default(null),
  mail_id: Text.nullable().default(null),
  mail_note: Text.nullable().default(null),
  mail_at: Moment.nullable().default(null),
});

export const MessageFileItem = z.object({
  id: RowId,
  created_at: Moment,
  event_id: RowId,
  name: Text,
  attachment_key: DocumentKey.nullable(),
  picture: Text.nullable(),
  bytes: Size,
});

/** Without user ids, because accounts are not exported. */
export const ActivityItem = z.preprocess(
  completed,
  z.object({
    id: RowId,
    created_at: Moment,
    type: Text,
    module: Text.nullable(),
    description: Text,
    note: Text.nullable(),
    user_name: Text,
    user_email: Text.nullable(),
    item_id: z.int().min(0).max(maxId).nullable(),
    item_name: Text.nullable(),
    metadata: Metadata,
    changes: z.record(Text, z.object({ old: Value, new: Value })).nullable(),
    is_verified: z.boolean(),
    has_caller_post: z.boolean(),
    was_public: z.boolean(),
  }),
);

/** Entries of older exports lack `was_public`, which is true only for items of the team and the portfolio. */
function completed(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || 'was_public' in given) return given;
  const { type, module, description, ...entry } = given as Record<string, unknown>;
  const words = { type: String(type), module: typeof module === 'string' ? module : null };
  const isJoined = entry.is_verified === true && entry.has_caller_post === true;
  const ours =
    isJoined && typeof entry.item_name === 'string' ? describeChange(words, entry.item_name) : description;
  const note = entry.has_caller_post === true ? description : null;
  const was_public = module === 'team' || module === 'portfolio';
  return { ...entry, type, module, description: ours, note, user_email: null, was_public };
}

/** Also of other library files. The file is in the folder `uploads` of the export. */
export const PictureItem = z.object({
  path: z.string(),
  // 0 and an empty colour for a file that is no picture.
  width: Size,
  height: Size,
  bytes: Size,
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
