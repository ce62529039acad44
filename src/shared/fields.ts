import { z } from 'zod';
import './default-messages.ts';
import type { FlagInput } from './column-types.ts';
import type { ListName } from './enumerations.ts';
import { isFilePath } from './library-files.ts';
import {
  hasAccentedLetters,
  maxPathLength,
  maxSlugLength,
  findPathProblem,
  findSlugProblem,
} from './slugs.ts';
import { isDay } from './zoned-time.ts';

/** Pages have a message for each rule in every language. */
export type TextRule = 'characters' | 'oneLine' | 'emailLocalPart';

export const textRuleMeta = (rule: TextRule) => ({ rule });

export const unsafeTextMessage = 'contains characters that cannot be stored';

/** Some databases cannot store NUL or an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function string(label: string) {
  return z
    .string({
      error: (issue) => (issue.input === undefined ? `${label} is required` : `${label} must be text`),
    })
    .refine(isStorable, {
      error: `${label} ${unsafeTextMessage}`,
      abort: true,
      params: textRuleMeta('characters'),
    });
}

export function requiredText(label: string, max: number) {
  return string(label)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`);
}

export function optionalText(label: string, max: number) {
  return string(label)
    .trim()
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`)
    .default('');
}

/** `null` becomes `''`. An absent field stays `undefined`, which keeps the stored text. */
export function clearableText(label: string, max: number) {
  return string(label)
    .trim()
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`)
    .nullish()
    .transform((text) => (text === null ? '' : text));
}

const breaks = /[\n\v\f\r\u0085\u2028\u2029]/;
// Control characters, and those that change the direction of text. U+200E and U+200F are allowed: names in Hebrew and
// Arabic need them.
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

export function isOneLine(text: string): boolean {
  return isStorable(text) && !breaks.test(text) && !invisible.test(text);
}

export function oneLine(label: string, max: number) {
  return asLine(label, requiredText(label, max));
}

export function optionalLine(label: string, max: number) {
  return asLine(label, optionalText(label, max));
}

function asLine<T extends z.ZodType<string>>(label: string, text: T) {
  return text
    .refine((line) => !breaks.test(line), {
      error: `${label} must be one line of text`,
      abort: true,
      params: textRuleMeta('oneLine'),
    })
    .refine((line) => !invisible.test(line), {
      error: `${label} may not contain control characters, nor marks that change the direction of text`,
      params: textRuleMeta('characters'),
    });
}

export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

export const unknownFieldMessage = 'This form has no such field.';

export function oneOf<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return z.enum(values, {
    error: (issue) =>
      issue.input === undefined || issue.input === ''
        ? `${label} is required`
        : `${label} must be one of: ${values.join(', ')}`,
  });
}

/** Replaces an unlisted value, so that its message appears with those of other wrong fields. */
export class NotListed {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Accepts any text, as the list can change. Before validation, `NotListed` replaces unknown values. */
export function listedField(label: string, list: ListName) {
  return z
    .string({
      error: ({ input }) => {
        if (input instanceof NotListed) return input.message;
        return input === undefined ? `${label} is required` : `${label} must be text`;
      },
    })
    .min(1, `${label} is required`)
    .refine(isStorable, `${label} ${unsafeTextMessage}`)
    .meta({ listed: list });
}

/** `YYYY-MM-DD`, a day of the calendar. */
export function dayField(label: string) {
  const wrong = `${label} must be a day that exists, such as 2026-11-24`;
  return (
    z
      .string({ error: ({ input }) => (input === undefined ? `${label} is required` : wrong) })
      .min(1, { error: `${label} is required`, abort: true })
      // The calendar has no year 0.
      .refine((day) => isDay(day) && !day.startsWith('0000'), wrong)
      .meta({ format: 'date' })
  );
}

/** `null` and `''` remove the day. An absent field stays `undefined`, which keeps the stored one. */
export function optionalDayField(label: string) {
  return z
    .union([z.literal(''), z.null(), dayField(label)], {
      error: `${label} must be a day that exists, such as 2026-11-24`,
    })
    .transform((day) => day || null)
    .optional();
}

const pastMoment = Date.UTC(1970, 0, 1);
/** The last moment with a year of four digits. */
export const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** ISO 8601 with an offset. `null` and `''` clear the moment. `isDay` only changes the messages. */
export function momentField(label: string, isDay: boolean) {
  const example = isDay ? '2026-11-24' : '2026-11-24T09:00:00Z';
  const error = isDay
    ? `${label} must be a day that exists, such as ${example}`
    : `${label} must be a date with time and offset, such as ${example}`;
  return z
    .union([z.literal(''), z.null(), z.iso.datetime({ offset: true, error })], { error })
    .transform((text) => (text ? new Date(text) : null))
    .refine((moment) => moment === null || moment.getTime() >= pastMoment, {
      error: `${label} must not be before 1970`,
    })
    .refine((moment) => moment === null || moment.getTime() <= lastMoment, {
      error: `${label} must not be after 9999`,
    })
    .optional();
}

/**
 * With `isPath`, a whole path. `null` and `''` remove it. Accented letters are refused when the row is saved, because
 * the advice depends on its language.
 */
export function slugField(label: string, isPath = false) {
  const error = (text: string) => (isPath ? findPathProblem : findSlugProblem)(label, text);
  const max = isPath ? 2 * maxSlugLength + 1 : maxSlugLength;
  return z
    .string(`${label} must be text`)
    .trim()
    .max(max, { error: `${label} may have at most ${max} characters`, abort: true })
    .superRefine((text, { addIssue }) => {
      const problem = text && !hasAccentedLetters(text) && error(text);
      if (problem) addIssue({ code: 'custom', message: problem });
    })
    .nullable()
    .transform((text) => text || null)
    .optional();
}

/** `null` and `''` remove the picture from the row. */
export function mediaIdField(label: string) {
  return clearableId(label, `${label} must be the id of a picture of the library`);
}

/** Of another module. `null` and `''` remove the reference. */
export function rowIdField(label: string) {
  return clearableId(label, `${label} must be the id of a row`);
}

function clearableId(label: string, error: string) {
  return z
    .union([z.literal(''), z.null(), wholeNumber(label, 1, maxId)], { error })
    .transform((id) => id || null)
    .optional();
}

const flagWords = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/** Forms and queries may send `1`, `0`, `true` or `false`, as text or number. */
export function booleanField(label: string) {
  return z.preprocess(
    (value: FlagInput) => flagWords.get(value) ?? value,
    z.boolean({
      error: (issue) =>
        issue.input === undefined ? `${label} is required` : `${label} must be true or false`,
    }),
  );
}

export function wholeNumber(label: string, min: number, max: number) {
  return z.preprocess(
    (value: number | `${number}`) =>
      typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value,
    z
      .int({ error: `${label} must be a whole number` })
      .min(min, `${label} must be at least ${min}`)
      .max(max, `${label} must be at most ${max.toLocaleString('en')}`),
  );
}

export const maxId = 2 ** 31 - 1;

/** `translateFields` makes a 404 of an invalid id. */
export const Id = wholeNumber('Id', 1, maxId);

export const ById = z.object({ id: Id });

/** A text longer than any slug is shortened, so that the look-up answers with a 404. */
export const BySlug = z.object({
  slug: z.string('Slug must be text').overwrite((slug) => slug.slice(0, maxPathLength)),
});

/** Of the row when the form was opened. Without it, the save overwrites later changes. */
export const VersionInput = wholeNumber('Version', 1, maxId).optional().describe('An older one is a 409');

export const Success = z
  .object({ success: z.literal(true).describe('Always true') })
  .meta({ title: 'Success' });
export const SuccessMessage = Success.extend({
  message: z.string().describe('What happened, in words for a person'),
}).meta({ title: 'SuccessMessage' });

/** ISO 8601, in UTC. */
export const Timestamp = z.string();

export const editableFields = {
  id: z.int().describe('The id'),
  version: z.int().describe('An older one is a 409'),
  created_at: Timestamp.describe('The time of creation'),
  updated_at: Timestamp.describe('The time of the last change'),
};

const maxLength = 2000;

// User names and passwords could disguise the host of an address. Also refuses spaces, backslashes and control
// characters.
const webPattern = /^https?:\/\/[^\s\p{C}\\/?#@]+(?:[/?#][^\s\p{C}\\]*)?$/iu;
const storedPattern = /^uploads\/[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}\.(?:jpeg|png|webp|avif)$/;

export function isWebAddress(text: string): boolean {
  return text.length <= maxLength && webPattern.test(text) && URL.canParse(text);
}

/** Tells the form only. The file may not exist. */
export function isPicturePath(text: string): boolean {
  return storedPattern.test(text);
}

/** The path of a picture or another file of the library, by its form only. */
export function isLibraryPath(path: string): boolean {
  return isPicturePath(path) || isFilePath(path);
}

export function webAddressField(label: string) {
  return clearableText(label, maxLength).refine(
    (text) => !text || isWebAddress(text),
    `${label} must be a web address that begins with http:// or https://`,
  );
}

/** An empty text means no picture. */
export const libraryPathField = z
  .string('Image must be text')
  .trim()
  .refine((text) => !text || isPicturePath(text), 'Image must be the path of a picture in the library')
  .optional();

/** An empty text is refused. */
export function uploadPathField(label: string) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine(isPicturePath, { error: `${label} must be the path of an uploaded picture`, abort: true });
}

/** The path of an uploaded picture, or an http(s) address, which the server never fetches. */
export function pictureAddressField(label: string) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine(
      (text) => isWebAddress(text) || isPicturePath(text),
      `${label} must be a web address (http or https) or the path of an uploaded picture`,
    );
}
