import { z } from 'zod';

// The field kinds every schema is built from. Each takes what tRPC sends (typed JSON) and what REST sends
// (query and form text) and gives the same value, so that both faces share one schema.

/** What a form that takes its own fields only says of another. */
export const unknownField = 'This form has no such field.';

const unsafeText = 'contains characters that can not be stored';

/** Whether text can be stored in every database as it is: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function string(label: string) {
  return z
    .string({
      error: (issue) => (issue.input === undefined ? `${label} is required` : `${label} must be text`),
    })
    .refine(isStorable, { error: `${label} ${unsafeText}`, abort: true });
}

/** Required text of at most `max` characters; blanks alone don't count, and stand trimmed around it. */
export function requiredText(label: string, max: number) {
  return string(label)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`);
}

/** Text that may be absent or empty; gives `''` then. */
export function optionalText(label: string, max: number) {
  return string(label)
    .trim()
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`)
    .default('');
}

/** Text that may be emptied, by `null` too; gives `''` then. Absent it stays `undefined`: nothing is said of it. */
export function clearableText(label: string, max: number) {
  return string(label)
    .trim()
    .max(max, `${label} may have at most ${max.toLocaleString('en')} characters`)
    .nullish()
    .transform((text) => (text === null ? '' : text));
}

const breaks = /[\n\v\f\r\u0085\u2028\u2029]/;
// Control characters, and what makes the text around it run the other way. The marks U+200E and U+200F, which names in Hebrew
// and Arabic need, are not among them: they only move a sign beside them.
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Required text that stands among other words: a name, a title, a subject. */
export function oneLine(label: string, max: number) {
  return asLine(label, requiredText(label, max));
}

/** The same, which may be absent or empty; gives `''` then. */
export function optionalLine(label: string, max: number) {
  return asLine(label, optionalText(label, max));
}

function asLine<T extends z.ZodType<string>>(label: string, text: T) {
  return text
    .refine((line) => !breaks.test(line), { error: `${label} must be one line of text`, abort: true })
    .refine(
      (line) => !invisible.test(line),
      `${label} may not contain control characters, nor marks that change the direction of text`,
    );
}

/** Text as `oneLine` takes it: a blank in place of what it refuses. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
}

/** One entry of a fixed list, in the list's own spelling. */
export function oneOf<const T extends readonly [string, ...string[]]>(label: string, values: T) {
  return z.enum(values, {
    error: (issue) =>
      issue.input === undefined || issue.input === ''
        ? `${label} is required`
        : `${label} must be one of: ${values.join(', ')}`,
  });
}

type FlagInput = boolean | 'true' | 'false' | '1' | '0';
const flagWords = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/** A boolean; forms and queries send `1`/`0` or `true`/`false`. */
export function flag(label: string) {
  return z.preprocess(
    (value: FlagInput) => flagWords.get(value) ?? value,
    z.boolean({
      error: (issue) =>
        issue.input === undefined ? `${label} is required` : `${label} must be true or false`,
    }),
  );
}

/** A whole number; forms and queries send it as digits. */
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

/**
 * A list of text; forms send it as JSON text. Entries are trimmed, empty ones and duplicates dropped.
 * With `atLeast`, that message is given when nothing is left.
 */
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

/**
 * A list of text that is kept as it was written: entries are trimmed, an empty one is refused, and there must be one.
 * `noun` names an entry: "requirement".
 */
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

/** A list that is too long for any of ours is refused for its length, without a look at each entry. */
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

/** Form fields carry lists as JSON text; what is no JSON stays text, and the list's own message follows. */
function parseListText(value: string[] | string): unknown {
  if (typeof value !== 'string') return cutList(value);
  try {
    return cutList(JSON.parse(value));
  } catch {
    return value;
  }
}

/** The largest id that both databases can hold. */
export const maxId = 2 ** 31 - 1;

/** The id of a row. The error translation turns a bad one into "no such row". */
export const Id = wholeNumber('Id', 1, maxId);

/** An input that is nothing but an id. */
export const ById = z.object({ id: Id });

/** The `version` a form started from; absent when the caller means to win whatever happened since. */
export const Version = wholeNumber('Version', 1, maxId).optional();

/** The answer of an act that leaves nothing to show. */
export const Success = z.object({ success: z.literal(true) });

/** A moment in UTC, ISO 8601. */
export const Timestamp = z.string();

/** What every editable row shows besides its own fields. */
export const editableFields = {
  id: z.int(),
  version: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
