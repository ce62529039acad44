import { z } from 'zod';
import type { CaptionedPicture, Figure } from './column-types.ts';
import { isStorable, maxId, optionalLine, unsafeTextMessage, wholeNumber } from './fields.ts';

/** Ids of rows of another module, without duplicates. */
export function rowIdsField(label: string, max: number) {
  return z
    .array(wholeNumber(label, 1, maxId), `${label} must be a list of ids`)
    .max(max, `${label} may have at most ${max} entries`)
    .transform((ids) => [...new Set(ids)])
    .optional();
}

const maxEntries = 100;

/** Also as JSON text. Drops empty entries and duplicates. `atLeast` is the message for an empty list. */
export function textListField(label: string, options: { entryMax?: number; atLeast?: string } = {}) {
  const { entryMax = 200, atLeast } = options;
  return z.preprocess(
    parseListText,
    z
      .array(requiredEntry(label, entryMax), {
        error: ({ input }) =>
          atLeast && (input === undefined || input === '') ? atLeast : `${label} must be a list of text`,
      })
      .max(maxEntries, `${label} may have at most ${maxEntries} entries`)
      .transform((entries) => [...new Set(entries.filter(Boolean))])
      .pipe(atLeast ? z.array(z.string()).min(1, atLeast) : z.array(z.string())),
  );
}

/**
 * A list, or a list as JSON text. Empty figures are removed. A figure with a unit or a meaning must have a number, and one
 * that compares needs both values.
 */
export function figureListField(label: string, max: number) {
  const member = (name: string, maxLength: number) => optionalLine(`${label}: ${name}`, maxLength);
  const entry = z
    .object(
      {
        unit: member('the unit', 12).describe('The unit of the figure'),
        after: member('the value after', 12).describe('The value after'),
        before: member('the value before', 12).describe('The value before'),
        number: member('the number', 12).describe('The number, as it is shown'),
        meaning: member('what it means', 120).describe('What the figure measures'),
      },
      `${label} must be a list of figures`,
    )
    .meta({ title: 'ProjectInputFigures' });
  return z
    .preprocess(
      (value: Figure[] | string) => parseListText(value),
      z
        .array(entry, `${label} must be a list of figures`)
        .max(max, `${label}: at most ${max} figures`)
        .superRefine((figures, { addIssue }) => {
          const hasWords = figures.some(
            ({ number, unit, meaning, before, after }) => !number && (unit || meaning || before || after),
          );
          if (hasWords) addIssue({ code: 'custom', message: `${label}: each figure needs a number` });
          if (figures.some(({ before, after }) => !before !== !after))
            addIssue({
              code: 'custom',
              message: `${label}: a figure needs the values before and after, or none`,
            });
        })
        .transform((figures) => figures.filter(({ number }) => number !== '').map(withoutEmptyComparison)),
    )
    .optional();
}

/** Figures from before they could compare have no such members, and are not changed by a save. */
function withoutEmptyComparison({ before, after, ...figure }: Figure): Figure {
  const { unit, ...others } = figure;
  return before && after ? { unit, after, before, ...others } : figure;
}

/** A list, or a list as JSON text, in which no picture is twice. */
export function pictureListField(label: string, max: number) {
  const entry = z.object(
    {
      caption: optionalLine('Caption', 200).describe('The text below the picture'),
      media_id: wholeNumber(`${label}: the id of a picture`, 1, maxId).describe(
        'The id of a picture of the library',
      ),
    },
    `${label} must be a list of pictures`,
  );
  return z
    .preprocess(
      (value: CaptionedPicture[] | string) => parseListText(value),
      z
        .array(entry, `${label} must be a list of pictures`)
        .max(max, `${label}: at most ${max} pictures`)
        .refine(
          (pictures) => new Set(pictures.map(({ media_id }) => media_id)).size === pictures.length,
          `${label} has a picture twice`,
        ),
    )
    .optional();
}

/** At least one entry, and none empty. `noun` names an entry in messages, such as "requirement". */
export function entryListField(label: string, noun: string, entryMax: number) {
  const atLeast = `At least one ${noun} is required`;
  return z.preprocess(
    (value: string[]) => cutList(value, maxEntries),
    z
      .array(requiredEntry(label, entryMax).min(1, `A ${noun} may not be empty`), {
        error: ({ input }) => (input === undefined ? atLeast : `${label} must be a list of text`),
      })
      .min(1, atLeast)
      .max(maxEntries, `${label} may have at most ${maxEntries} entries`),
  );
}

/** Cuts a long list to one entry above the limit, so that the schema refuses it without checking every entry. */
export function cutList(value: unknown, max: number): unknown {
  return Array.isArray(value) && value.length > max ? value.slice(0, max + 1) : value;
}

function requiredEntry(label: string, max: number) {
  return z
    .string(`${label} must be a list of text`)
    .refine(isStorable, `${label} ${unsafeTextMessage}`)
    .trim()
    .max(max, `An entry of ${label} may have at most ${max} characters`);
}

/** The schema refuses a text that is not JSON with the message of the list. */
function parseListText(value: unknown[] | string): unknown {
  if (typeof value !== 'string') return cutList(value, maxEntries);
  try {
    return cutList(JSON.parse(value), maxEntries);
  } catch {
    return value;
  }
}
