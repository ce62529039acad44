import { z } from 'zod';
import { languageFilter } from '../../content/translations/shown-language.ts';
import { translationStates } from '../../shared/enumerations.ts';
import { oneOf, wholeNumber } from '../../shared/fields.ts';
import { fileField } from '../../shared/uploads.ts';
import { moduleNames } from '../../shared/module-facts.ts';
import { countsSchema, maxPerPage, PageMeta } from '../../shared/pagination.ts';

/** The groups of the settings are listed like a module. */
const translatedParts = [...moduleNames, 'settings'] as const;

const module = oneOf('Module', translatedParts).meta({ title: 'TranslatedPart' }).optional();

export const TranslationsQuery = z.object({
  module,
  ...languageFilter,
  state: oneOf('State', translationStates).meta({ title: 'TranslationState' }).optional(),
  search: z.string('Search must be text').max(200, 'Search may have at most 200 characters').optional(),
  page: wholeNumber('Page', 1, 1_000_000).optional(),
  per_page: wholeNumber('Rows per page', 1, maxPerPage).optional(),
});
export type TranslationsQuery = z.output<typeof TranslationsQuery>;

const State = z.enum(translationStates).meta({ title: 'TranslationState' });

const Cell = z
  .object({
    lang: z.string().describe('The language'),
    id: z.int().nullable().describe('Null: missing'),
    state: State.describe('The state of the text'),
    outdated: z.array(z.string()).describe('What has changed'),
  })
  .meta({ title: 'TranslationCell' });

export const TranslationTable = z.object({
  languages: z.array(z.string()).describe('The main one first'),
  progress: z
    .array(
      z
        .object({
          lang: z.string().describe('The language'),
          ...countsSchema(z.enum(translationStates)).shape,
        })
        .meta({ title: 'TranslationProgress' }),
    )
    .describe('All rows, by language'),
  rows: z
    .array(
      z
        .object({
          module: z.enum(translatedParts).meta({ title: 'TranslatedPart', description: 'The kind' }),
          id: z.int().describe('Of the original'),
          group: z.string().nullable().describe('Of the settings'),
          title: z.string().describe('The title'),
          cells: z.array(Cell).describe('One for each language'),
        })
        .meta({ title: 'TranslationRow' }),
    )
    .describe('Rows and groups of the settings'),
  meta: PageMeta,
});
export type TranslationTable = z.output<typeof TranslationTable>;

export const XliffQuery = z.object({
  lang: languageFilter.lang.unwrap(),
  module,
});

export const XliffInput = z.object({ file: fileField('File').describe('XLIFF 1.2') });

export const XliffReport = z.object({
  created: z.int().describe('New drafts'),
  changed: z.int().describe('Changed translations'),
  unchanged: z.int().describe('Rows as before'),
  visible: z.int().describe('Changed ones that visitors see'),
  untranslated: z.int().describe('Texts without a translation'),
  problem_count: z.int().describe('How many lines did not fit'),
  problems: z
    .array(
      z
        .object({
          line: z.int().describe('In the file'),
          original: z.string().describe('The row'),
          unit: z.string().nullable().describe('The text'),
          problem: z.string().describe('What is wrong'),
        })
        .meta({ title: 'XliffProblem' }),
    )
    .describe('At most 1,000'),
});
export type XliffReport = z.output<typeof XliffReport>;
