import type { OptionalTextColumn, OptionalTextFormat } from './column-types.ts';
import { isEmailAddress } from './account-fields.ts';
import { clearableText, isWebAddress } from './fields.ts';

interface Format {
  /** As it is stored, for example in upper case. */
  normalised: (text: string) => string;
  isFine: (text: string) => boolean;
  /** The end of the error message, after the label. */
  rule: string;
}

const linkedinHost = /^(?:[a-z]{2,3}\.)?linkedin\.com$/;
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const asTyped = (text: string) => text;

const formats: Readonly<Record<OptionalTextFormat, Format>> = {
  address: {
    normalised: asTyped,
    isFine: isAddress,
    rule: 'must be a page of this site such as /blog, a web address, mailto: or tel:',
  },
  amount: {
    // People separate thousands with spaces. Commas and points remain, because they could separate decimals.
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
    isFine: (text) => isEmailAddress(text),
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

/** May be empty. An absent field keeps the stored text. */
export function optionalTextField({ label, max, format, values }: OptionalTextColumn) {
  const text = clearableText(label, max);
  if (values) {
    const error = `${label} must be one of: ${values.join(', ')}`;
    return text.refine((chosen) => !chosen || values.includes(chosen), { error });
  }
  if (!format) return text;
  const { normalised, isFine, rule } = formats[format];
  return text
    .transform((typed) => typed && normalised(typed))
    .refine((typed) => !typed || (isFine(typed) && typed.length <= max), { error: `${label} ${rule}` });
}

/** A path or an anchor of this site, a web address, `mailto:` or `tel:`. */
function isAddress(text: string): boolean {
  const isOwn = /^(?:\/(?![/\\])[^\s\p{C}\\]*|#[\w-]+|mailto:[^\s\p{C}]+|tel:\+?[\d -]+)$/u.test(text);
  return isOwn || isWebAddress(text);
}

/** The usual spelling of a language tag of BCP 47. */
function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Countries have two letters as well, so two must be a known language. The list of those with three is incomplete. */
function isLanguage(text: string): boolean {
  const tag = canonicalTag(text);
  if (tag === undefined) return false;
  const { language } = new Intl.Locale(tag);
  return language.length === 3 || (language.length === 2 && languageNames.of(language) !== undefined);
}

/** Without a port, a user name or a password. */
function isLinkedin(text: string): boolean {
  if (!/^https:\/\/[^\s\p{C}\\@]+$/u.test(text) || !URL.canParse(text)) return false;
  const { hostname, port, pathname } = new URL(text);
  return linkedinHost.test(hostname) && port === '' && pathname.length > 1;
}
