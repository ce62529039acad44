import { z } from 'zod';
import type { NoteColumn, NoteFormat } from './column-types.ts';
import { isWebAddress } from './addresses.ts';
import { clearableText } from './text-fields.ts';

interface Format {
  /** Returns the text as it is stored. */
  normalised: (text: string) => string;
  isFine: (text: string) => boolean;
  /** A description of valid texts, for the message of a refusal. */
  rule: string;
}

const linkedinHost = /^(?:[a-z]{2,3}\.)?linkedin\.com$/;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const asTyped = (text: string) => text;

const formats: Readonly<Record<NoteFormat, Format>> = {
  address: {
    normalised: asTyped,
    isFine: isAddress,
    rule: 'must be a page of this site such as /blog, a web address, mailto: or tel:',
  },
  amount: {
    // Removes spaces, because people separate thousands by them. Keeps commas and points, which could mean decimals.
    normalised: (text) => text.replaceAll(/[\s\u202f]/g, ''),
    isFine: (text) => /^\d{1,9}(?:\.\d{1,2})?$/.test(text),
    rule: 'must be a number without separators, such as 52000',
  },
  currency: {
    normalised: (text) => text.toUpperCase(),
    isFine: (text) => currencies.has(text),
    rule: 'must be the three letters of a currency, such as EUR, GBP or USD',
  },
  email: {
    normalised: asTyped,
    isFine: (text) => z.email().safeParse(text).success,
    rule: 'must be a valid email address',
  },
  language: {
    normalised: (text) => canonicalTag(text) ?? text,
    isFine: isLanguage,
    rule: 'must be a language tag, such as en, pt-BR or ar',
  },
  linkedin: {
    normalised: asTyped,
    isFine: isLinkedin,
    rule: 'must be an address of LinkedIn that begins with https://, such as https://www.linkedin.com/in/name',
  },
};

/** Returns the schema of a column that may be empty. If the field is absent, the stored text stays unchanged. */
export function noteText({ label, max, format, values }: NoteColumn) {
  const text = clearableText(label, max);
  if (values) {
    const error = `${label} must be one of: ${values.join(', ')}`;
    return text.refine((chosen) => !chosen || values.includes(chosen), { error });
  }
  if (!format) return text;
  const { normalised, isFine, rule } = formats[format];
  return text
    .transform((typed) => typed && normalised(typed))
    .refine((typed) => !typed || isFine(typed), { error: `${label} ${rule}` });
}

/** Returns whether a link of a page may have this target. */
function isAddress(text: string): boolean {
  const isOwn = /^(?:\/(?![/\\])[^\s\p{C}\\]*|#[\w-]+|mailto:[^\s\p{C}]+|tel:\+?[\d -]+)$/u.test(text);
  return isOwn || isWebAddress(text);
}

/** Returns a tag of BCP 47 in its usual spelling, or undefined for other text. */
function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Two letters must be the code of a known language, because countries have codes of two letters too. Any three letters
 * are accepted, because the list of known languages lacks rare ones.
 */
function isLanguage(text: string): boolean {
  const tag = canonicalTag(text);
  if (tag === undefined) return false;
  const { language } = new Intl.Locale(tag);
  return language.length === 3 || (language.length === 2 && languageNames.of(language) !== undefined);
}

/** Accepts only a page of LinkedIn itself, without a port, a user name or a password. */
function isLinkedin(text: string): boolean {
  if (!/^https:\/\/[^\s\p{C}\\@]+$/u.test(text) || !URL.canParse(text)) return false;
  const { hostname, port, pathname } = new URL(text);
  return linkedinHost.test(hostname) && port === '' && pathname.length > 1;
}
