import { z } from 'zod';

/** Pages have a message for each rule in every language. */
export type TextRule = 'characters' | 'oneLine' | 'emailLocalPart';

export const ruleOf = (rule: TextRule) => ({ rule });

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
      params: ruleOf('characters'),
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
