import { z } from 'zod';
import { activityTypes } from '../shared/enumerations.ts';
import {
  booleanField,
  isOneLine,
  isStorable,
  maxId,
  oneLine,
  oneOf,
  Timestamp,
  wholeNumber,
} from '../shared/fields.ts';
import { activityModules, logNames } from '../shared/module-facts.ts';
import {
  momentQueryField,
  oneOrSeveral,
  PageMeta,
  PageQuery,
  rowsQueryFields,
} from '../shared/pagination.ts';

const maxMetadataBytes = 10_000;
const maxEntries = 100;

const type = oneOf('Type', activityTypes);
const module = oneOf('Module', activityModules);
const metadataRule =
  'Metadata must be an object of text in one line, numbers, true or false, or lists of them';

const Text = z.string().refine(isOneLine);
const Scalar = z.union([Text, z.number(), z.boolean(), z.null()]);
const MetadataValue = z.union([Scalar, z.array(Scalar).max(maxEntries)], { error: metadataRule });

const tooLarge = 'Metadata may have at most 10 kB';

export const Metadata = z.preprocess(
  (value: Record<string, z.output<typeof MetadataValue>>, { addIssue }) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length <= maxMetadataBytes / 4) {
      return value;
    }
    // Every member has at least four bytes, so this object is too large. Its members are not checked.
    addIssue({ code: 'custom', message: tooLarge });
    return z.NEVER;
  },
  z
    .record(z.string().refine(isStorable, metadataRule), MetadataValue, { error: metadataRule })
    .refine(
      (metadata) => new TextEncoder().encode(JSON.stringify(metadata)).length <= maxMetadataBytes,
      tooLarge,
    ),
);

export const ActivityInput = z.object({
  type: type.describe('The type'),
  module: module.describe('The module, as the log names it'),
  description: oneLine('Description', 500).describe('What was done'),
  // Entries of earlier versions, which an import brings in, may have other names.
  metadata: Metadata.refine((metadata) => Object.keys(metadata).every(isOneLine), metadataRule)
    .default({})
    .describe('Details that a program sent with the change'),
});
export type ActivityInput = z.output<typeof ActivityInput>;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);

const Changes = z.record(
  z.string(),
  z
    .object({
      old: Value.describe('The value before the change'),
      new: Value.describe('The value after the change'),
    })
    .meta({ title: 'ChangedValue' }),
);

/** For the panel, before an undo. */
export const UndoPlanView = z.object({
  id: z.int(),
  description: z.string(),
  act: z.enum(['update', 'delete', 'restore']),
  changes: Changes,
  /** What the change had changed, and the undo leaves. */
  left_out: z.array(z.string()),
  /** Why the undo would be refused. */
  problem: z.string().optional(),
});
export type UndoPlan = z.output<typeof UndoPlanView>;

export const ActivityView = z
  .object({
    id: z.int().describe('The id'),
    type: z.string().describe(`${activityTypes.join(', ')}. Other versions may add values`),
    module: z
      .string()
      .nullable()
      .describe(`${activityModules.join(', ')}. Other versions may add values`),
    description: z.string().describe('What was done'),
    note: z.string().optional().describe('What a program said about the change'),
    /** `user_id` and `user_email` are null if no user made the change, and in entries older than these columns. */
    user_id: z
      .int()
      .nullable()
      .describe('The id of the user. Null for visitors, for the server itself and for deleted accounts'),
    user_name: z.string().describe('The name of the user at that time'),
    user_email: z.string().nullable().describe('The e-mail address of the user at that time'),
    via: z
      .string()
      .optional()
      .describe('`token:7` if a program made the change with the API token 7 of the user'),
    created_at: Timestamp.describe('The time of creation'),
    metadata: z.record(z.string(), z.unknown()).describe('Details that a program sent with the change'),
    verified: z
      .boolean()
      .describe('Whether the server recorded the change itself. False if a program reported it'),
    /** Long texts are shortened. Only for viewers who may edit the module. */
    changes: Changes.optional().describe('The old and the new value of each changed field'),
    item_id: z.int().optional().describe('The id of the row. Only for those who may edit it'),
    item: z.enum(['row', 'trash']).optional().describe('Where the row is now. Absent if it is gone'),
    version_before: z.int().optional().describe('The version of the row before the change'),
    version_after: z.int().optional().describe('The version of the row after the change'),
    undoes: z.int().optional().describe('The id of the entry that this change has undone'),
    undone_by: z.int().optional().describe('The id of the entry that has undone this change'),
    call_id: z.int().optional().describe('The id of the first entry of a call that changed several rows'),
  })
  .meta({ title: 'Activity' });
export type ActivityView = z.output<typeof ActivityView>;

export const ActivityQuery = PageQuery.extend({
  ...rowsQueryFields(['type', 'module', 'created_at'], Object.keys(ActivityView.shape)),
  type: oneOrSeveral('Type', type).optional(),
  module: oneOrSeveral('Module', oneOf('Module', logNames).meta({ title: 'LogName' })).optional(),
  user_id: wholeNumber('User', 1, maxId).optional(),
  item_id: wholeNumber('Item', 1, maxId).optional(),
  since: momentQueryField('Since'),
  until: momentQueryField('Until'),
  verified: booleanField('Verified').optional(),
});
export type ActivityQuery = z.output<typeof ActivityQuery>;

export const ActivityPage = z.object({
  activities: z.array(ActivityView).describe('The entries, the newest first'),
  meta: PageMeta,
});
