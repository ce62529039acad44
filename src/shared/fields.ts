import { z } from 'zod';
import type { FlagInput } from './column-values.ts';
import type { CaptionedPicture, Figure } from './column-types.ts';
import type { ListName } from './enumerations.ts';
import { maxSlug, problemOfPath, problemOfSlug } from './slugs.ts';

export const unknownField = 'This form has no such field.';

/** The schema's issues name these rules. Pages have messages for them in each language. */
export type TextRule = 'characters' | 'oneLine';

const ruleOf = (rule: TextRule) => ({ rule });

const unsafeText = 'contains characters that cannot be stored';

/** Some databases cannot store NUL or an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function string(label: string) {
  return z
    .string({
      error: (issue) => (issue.input === undefined ? `${label} is required` : `${label} must be text`),
    })
    .refine(isStorable, { error: `${label} ${unsafeText}`, abort: true, params: ruleOf('characters') });
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

/** `null` becomes `''`. An absent field stays `undefined`, which leaves the stored text unchanged. */
export function clearableText(label: string, max: number) {
  return string(label)
    .trim()
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`)
    .nullish()
    .transform((text) => (text === null ? '' : text));
}

const breaks = /[\n\v\f\r\u0085\u2028\u2029]/;
// Control characters, and characters that reverse text. U+200E and U+200F are allowed, because names in
// Hebrew and Arabic need them.
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
      params: ruleOf('oneLine'),
    })
    .refine((line) => !invisible.test(line), {
      error: `${label} may not contain control characters, nor marks that change the direction of text`,
      params: ruleOf('characters'),
    });
}

export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

export function oneOf<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return z.enum(values, {
    error: (issue) =>
      issue.input === undefined || issue.input === ''
        ? `${label} is required`
        : `${label} must be one of: ${values.join(', ')}`,
  });
}

/** Replaces an input that names no list entry, so that the schema refuses it with other wrong fields. */
export class NotListed {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A value of a list in the settings. The server checks it before, because lists may change while it runs. */
export function listedText(label: string, list: ListName) {
  return z
    .string({
      error: ({ input }) => {
        if (input instanceof NotListed) return input.message;
        return input === undefined ? `${label} is required` : `${label} must be text`;
      },
    })
    .min(1, `${label} is required`)
    .refine(isStorable, `${label} ${unsafeText}`)
    .meta({ listed: list });
}

const pastMoment = Date.UTC(1970, 0, 1);

/** A moment of ISO 8601 with its offset. `null` and `''` clear it. */
export function momentText(label: string, isDay = false) {
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
    .optional();
}

/** The last part of an address, or a whole path. `null` and `''` remove it. */
export function slugText(label: string, isPath = false) {
  const error = (text: string) => (isPath ? problemOfPath : problemOfSlug)(label, text);
  return z
    .string(`${label} must be text`)
    .trim()
    .max(isPath ? 2 * maxSlug + 1 : maxSlug, `${label} may have at most ${maxSlug} characters`)
    .superRefine((text, { addIssue }) => {
      const problem = text && error(text);
      if (problem) addIssue({ code: 'custom', message: problem });
    })
    .nullable()
    .transform((text) => text || null)
    .optional();
}

/** The id of a picture of the library. `null` and `''` remove it. */
export function mediaId(label: string) {
  return z
    .union([z.literal(''), z.null(), wholeNumber(label, 1, maxId)], {
      error: `${label} must be the id of a picture of the library`,
    })
    .transform((id) => id || null)
    .optional();
}

/** The id of a row of another module. `null` and `''` remove it. */
export function rowId(label: string) {
  return z
    .union([z.literal(''), z.null(), wholeNumber(label, 1, maxId)], {
      error: `${label} must be the id of a row`,
    })
    .transform((id) => id || null)
    .optional();
}

/** The ids of rows of another module. */
export function rowIds(label: string, max: number) {
  return z
    .array(wholeNumber(label, 1, maxId), `${label} must be a list of ids`)
    .max(max, `${label} may have at most ${max} entries`)
    .transform((ids) => [...new Set(ids)])
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

/** Forms and queries send `1`/`0` or `true`/`false`. */
export function flag(label: string) {
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

const maxEntries = 100;

/** Accepts JSON text. Drops empty entries and duplicates. `atLeast` is the message for an empty list. */
export function textList(label: string, options: { entryMax?: number; atLeast?: string } = {}) {
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

/** Accepts JSON text. Drops figures without a number. */
export function figureList(label: string, max: number) {
  const member = (name: string, most: number) => optionalLine(`${label}: ${name}`, most);
  const entry = z.object(
    { unit: member('the unit', 12), number: member('the number', 12), meaning: member('what it means', 120) },
    `${label} must be a list of figures`,
  );
  return z
    .preprocess(
      (value: Figure[] | string) => parseListText(value),
      z
        .array(entry, `${label} must be a list of figures`)
        .max(max, `${label}: at most ${max} figures`)
        .superRefine((figures, { addIssue }) => {
          const hasWords = figures.some(({ number, unit, meaning }) => !number && (unit || meaning));
          if (hasWords) addIssue({ code: 'custom', message: `${label}: each figure needs a number` });
        })
        .transform((figures) => figures.filter(({ number }) => number !== '')),
    )
    .optional();
}

/** Accepts JSON text. */
export function pictureList(label: string, max: number) {
  const entry = z.object(
    {
      caption: optionalLine('Caption', 200),
      media_id: wholeNumber(`${label}: the id of a picture`, 1, maxId),
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

/** Refuses empty entries and an empty list. `noun` names an entry, such as "requirement". */
export function entryList(label: string, noun: string, entryMax: number) {
  const atLeast = `At least one ${noun} is required`;
  return z.preprocess(
    (value: string[]) => cutList(value),
    z
      .array(requiredEntry(label, entryMax).min(1, `A ${noun} may not be empty`), {
        error: ({ input }) => (input === undefined ? atLeast : `${label} must be a list of text`),
      })
      .min(1, atLeast)
      .max(maxEntries, `${label} may have at most ${maxEntries} entries`),
  );
}

/** Cuts a list that is too long, so that it is refused without a check of each entry. */
function cutList(value: unknown): unknown {
  return Array.isArray(value) && value.length > maxEntries ? value.slice(0, maxEntries + 1) : value;
}

function requiredEntry(label: string, max: number) {
  return z
    .string(`${label} must be a list of text`)
    .refine(isStorable, `${label} ${unsafeText}`)
    .trim()
    .max(max, `An entry of ${label} may have at most ${max} characters`);
}

/** Returns text that is not JSON as it is. The schema then refuses it with the list's own message. */
function parseListText(value: unknown[] | string): unknown {
  if (typeof value !== 'string') return cutList(value);
  try {
    return cutList(JSON.parse(value));
  } catch {
    return value;
  }
}

export const maxId = 2 ** 31 - 1;

/** An invalid id leads to a 404 (`translateFields`). */
export const Id = wholeNumber('Id', 1, maxId);

export const ById = z.object({ id: Id });

/** Longer texts are no slug, so they lead to a 404 as well. */
export const BySlug = z.object({ slug: z.string('Slug must be text').max(1000) });

/** The version when the form was opened. Without it, the save overwrites all changes since then. */
export const VersionInput = wholeNumber('Version', 1, maxId).optional();

export const Success = z.object({ success: z.literal(true) });

/** ISO 8601 in UTC. */
export const Timestamp = z.string();

export const editableFields = {
  id: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
