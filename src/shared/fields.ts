import { z } from 'zod';
import type { FlagInput, ListName } from './columns.ts';

// Each accepts typed JSON from tRPC and text from REST, and parses both to the same value.

export const unknownField = 'This form has no such field.';

/** The rules of text by name, in the issues of a schema. Pages have words for them in the languages of the site. */
export type TextRule = 'characters' | 'oneLine';

const ruleOf = (rule: TextRule) => ({ rule });

const unsafeText = 'contains characters that cannot be stored';

/** Not every database stores NUL or an unpaired surrogate. */
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

/** Trimmed; blanks alone count as empty. */
export function requiredText(label: string, max: number) {
  return string(label)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`);
}

/** Parses to `''` when it is absent. */
export function optionalText(label: string, max: number) {
  return string(label)
    .trim()
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`)
    .default('');
}

/** `null` parses to `''`. An absent field stays `undefined`, which leaves the stored text unchanged. */
export function clearableText(label: string, max: number) {
  return string(label)
    .trim()
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`)
    .nullish()
    .transform((text) => (text === null ? '' : text));
}

const breaks = /[\n\v\f\r\u0085\u2028\u2029]/;
// Control characters, and those that reverse the direction of the text around them. U+200E and U+200F are allowed:
// names in Hebrew and Arabic need them, and they affect only a neighbouring sign.
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

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

/** Replaces what `oneLine` forbids with blanks. */
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

/** Replaces an input that names no entry of a list, so that the schema refuses it together with the other fields. */
export class NotListed {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A value of a list of the settings. The server checks that before, because the list may change while it runs. */
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

/** Forms send JSON text. Drops empty entries and duplicates. Refuses an empty list with the message `atLeast`. */
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

/** Refuses an empty entry and an empty list. `noun` names an entry: "requirement". */
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

/** A list that exceeds every limit is refused for its length without a check of each entry. */
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

/** Text that is not JSON is returned as it is, and the schema refuses it with the list's own message. */
function parseListText(value: string[] | string): unknown {
  if (typeof value !== 'string') return cutList(value);
  try {
    return cutList(JSON.parse(value));
  } catch {
    return value;
  }
}

export const maxId = 2 ** 31 - 1;

/** The error translation turns an invalid id into a 404. */
export const Id = wholeNumber('Id', 1, maxId);

export const ById = z.object({ id: Id });

/** As of when the form was opened. Without it, the save overwrites all changes since then. */
export const Version = wholeNumber('Version', 1, maxId).optional();

export const Success = z.object({ success: z.literal(true) });

/** In UTC, ISO 8601. */
export const Timestamp = z.string();

export const editableFields = {
  id: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
