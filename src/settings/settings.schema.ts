import { z } from 'zod';
import { listNames } from '../shared/enumerations.ts';
import { Timestamp, wholeNumber } from '../shared/fields.ts';
import { type Language, languages, type Trade, trades } from '../shared/settings/fields/region.ts';
import { groupNames } from '../shared/settings/groups.ts';
import { fileField } from '../shared/uploads.ts';

const maxVersion = 2 ** 31 - 1;

/** Each group defines its own fields. */
const Values = z.record(z.string(), z.unknown());

export const ByGroup = z.object({ group: z.string().max(60).describe(groupNames.join(', ')) });

const SiteLanguage = z.enum(Object.keys(languages) as [Language, ...Language[]]);
const BaseLanguage = SiteLanguage.optional().describe(
  'The language of the defaults that the values began from. Absent: that of the site',
);

const SiteTrade = z.enum(Object.keys(trades) as [Trade, ...Trade[]]);
const BaseTrade = SiteTrade.optional().describe(
  'The trade of the defaults that the values began from. Absent: that of the site',
);

/** `version` is 0 as long as nobody has saved the group. */
export const GroupSummary = z.object({
  group: z.string().describe('The name of the group'),
  label: z.string().describe('The name for people'),
  version: z.int().describe('An older one is a 409'),
});
export type GroupSummary = z.output<typeof GroupSummary>;

export const GroupView = GroupSummary.extend({
  value: Values.describe('The value'),
  updated_at: Timestamp.nullable().describe('The time of the last change'),
  defaults: Values.describe('The values of a new site'),
  language: SiteLanguage.describe('The language as a tag, such as `en`'),
  trade: SiteTrade.describe('The trade of the company, or an empty text'),
});
export type GroupView = z.output<typeof GroupView>;

const ReassignTo = z
  .record(z.string().max(200), z.string().max(200))
  .optional()
  .describe(
    'Where the rows of removed entries go: the key or the name of an entry, by list and key of the removed one',
  );

export const GroupChange = ByGroup.extend({
  value: z
    .record(z.string(), z.unknown(), 'The value must be an object')
    .describe('The values. A value that is missing becomes its default'),
  version: wholeNumber('Version', 0, maxVersion)
    .optional()
    .describe('The version that was read. Without it, the stored values are replaced'),
  language: BaseLanguage,
  trade: BaseTrade,
  reassign_to: ReassignTo,
  company: z
    .record(z.string(), z.unknown(), 'The company must be an object')
    .optional()
    .describe(
      'Only with the group legal: facts of the company, by field. They are saved with the texts, or not at all',
    ),
});
export type GroupChange = z.output<typeof GroupChange>;

export const SavedGroup = GroupView.extend({
  merged: z
    .array(z.string())
    .describe('The values that others had changed in the meantime, and that were kept'),
  ignored: z
    .array(z.string())
    .optional()
    .describe('The paths of members that are no values of this group, at most 100. Absent: there are none'),
});
export type SavedGroup = z.output<typeof SavedGroup>;

export const PictureUpload = ByGroup.extend({
  field: z
    .string('Field is required')
    .max(200)
    .meta({ examples: ['logo'] })
    .describe('The setting that will name the picture'),
  picture: fileField('Picture').describe('The file of the picture'),
});
export type PictureUpload = z.output<typeof PictureUpload>;

export const StoredPictureView = z.object({
  path: z.string().describe('The path on the site'),
  width: z.int().describe('The width in pixels'),
  height: z.int().describe('The height in pixels'),
  colours: z.array(z.string()).describe('The main colours of the picture'),
});
export type StoredPictureView = z.output<typeof StoredPictureView>;

export const VersionList = z.object({
  versions: z
    .array(
      z.object({
        version: z.int().describe('An older one is a 409'),
        user_name: z.string().describe('The name of the user at that time'),
        created_at: Timestamp.describe('The time of creation'),
      }),
    )
    .describe('The versions, the newest first'),
});

export const SettingsRestoration = ByGroup.extend({
  version: wholeNumber('Version', 1, maxVersion).describe('An older one is a 409'),
  reassign_to: ReassignTo,
});
export type SettingsRestoration = z.output<typeof SettingsRestoration>;

export const ByList = z.object({ list: z.string().max(60).describe(listNames.join(', ')) });

export const ListUsage = z.object({
  entries: z
    .array(
      z.object({
        value: z.string().describe('The value'),
        key: z.string().nullable().describe('The name of the entry for programs, which never changes'),
        name: z.string().describe('The name'),
        in_use: z.record(z.string(), z.int()).describe('The number of rows that use it, by kind'),
      }),
    )
    .describe('The entries of the list'),
});
export type ListUsage = z.output<typeof ListUsage>;

export const SettingsPreviewRequest = ByGroup.extend({
  value: z.record(z.string(), z.unknown(), 'The value must be an object').describe('The value'),
  others: z
    .record(z.string().max(60), z.record(z.string(), z.unknown()))
    .optional()
    .describe('Values of other groups'),
  language: BaseLanguage,
  trade: BaseTrade,
  path: z
    .string('Path is required')
    .max(2000)
    .regex(/^\/(?!\/)/, 'The path must begin with one slash')
    .describe('The page, such as /about'),
});
export type SettingsPreviewRequest = z.output<typeof SettingsPreviewRequest>;

export const SettingsPreview = z.object({
  status: z.int().describe('The HTTP status of the page'),
  document: z.string().describe('The HTML of the page'),
  /** By name without braces, such as `name`. */
  placeholders: z.record(z.string(), z.string()).describe('The placeholders of the text that have no value'),
});
export type SettingsPreview = z.output<typeof SettingsPreview>;
