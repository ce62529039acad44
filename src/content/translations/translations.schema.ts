import { z } from 'zod';
import { maxBulkRows } from '../../shared/enumerations.ts';
import { ById, Id, wholeNumber, maxId } from '../../shared/fields.ts';

export const TranslationInput = ById.extend({
  lang: z
    .string('Language must be text')
    .max(35)
    .meta({ examples: ['de'], description: 'A language of the site' }),
});
export const TranslationJoin = ById.extend({ original_id: Id });
export const TranslationCheck = ById.extend({
  original_version: wholeNumber('Version', 1, maxId),
});

export const RowsOnPage = z.object({ ids: z.array(Id).min(1).max(maxBulkRows) });

const TranslatedRow = z
  .object({
    id: z.int().describe('The id'),
    lang: z.string().describe('The language as a tag, such as `de`'),
    title: z.string().describe('The title'),
    path: z.string().nullable().describe('The path on the site, if it has a page'),
    is_public: z.boolean().describe('Whether visitors see it'),
    as_of: z.int().describe('The version of the original that it follows'),
    outdated: z
      .array(z.string())
      .describe('The members of the original that have changed since the translation was checked'),
  })
  .meta({ title: 'Translation' });
export type TranslatedRow = z.output<typeof TranslatedRow>;

export const TranslationGroup = z.object({
  languages: z.array(z.string()).describe('The languages of the site, the main one first'),
  original_id: z.int().describe('The id of the original'),
  translations: z.array(TranslatedRow).describe('The original and its translations'),
});
export type TranslationGroup = z.output<typeof TranslationGroup>;
export const TranslationGroups = z.object({ groups: z.array(TranslationGroup) });
