import { z } from 'zod';
import { ById, clearableText, Id, Timestamp, VersionInput } from '../../shared/fields.ts';
import { retainedPictureAddressField } from '../../shared/picture-view.ts';

export const maxNamedVersions = 100;

const about = {
  number: z.int().meta({ description: "The row's `version` after the save." }),
  name: z.string().nullable().meta({ description: 'A version with a name is kept for good.' }),
  user_id: z
    .int()
    .nullable()
    .describe('The id of the user. Null for visitors, for the server itself and for deleted accounts'),
  user_name: z
    .string()
    .nullable()
    .meta({ description: 'Null: the row was like this before its first version was stored.' }),
  created_at: Timestamp.describe('The time of creation'),
  changed: z.array(z.string()).meta({ description: 'The fields that differ from the version before.' }),
};

export const VersionSummary = z.object(about).meta({ title: 'VersionSummary' });
export type VersionSummary = z.output<typeof VersionSummary>;

export const VersionDetail = z
  .object({
    ...about,
    fields: z.record(z.string(), z.unknown()).describe('The values of the version, by field'),
    placeholder: z
      .string()
      .nullable()
      .describe('A tiny blurred picture as a `data:` URL, to show while the picture loads'),
    picture: retainedPictureAddressField,
  })
  .meta({ title: 'Version' });
export type VersionDetail = z.output<typeof VersionDetail>;

export const VersionKey = ById.extend({ number: Id });
export type VersionKey = z.output<typeof VersionKey>;
export const VersionName = VersionKey.extend({
  name: clearableText('Name', 100).describe('The name of the version. Null removes it'),
});
export const VersionRestore = VersionKey.extend({ version: VersionInput });
export const LeftOutFields = z.array(z.string()).meta({
  description: 'Fields whose picture or row no longer exists',
});
