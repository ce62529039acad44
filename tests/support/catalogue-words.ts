import { defaultsFor, settingDefaults } from '../../src/shared/settings/defaults.ts';
import type { Language, Trade } from '../../src/shared/settings/fields/region.ts';
import { textsByLanguage } from '../../src/shared/site-texts/texts-by-language.ts';

/** The value that replaces every parameter of a text. */
const blank = '¤';

/** Returns all texts of a catalogue, each with its path. `value` replaces every parameter. */
export function catalogueTextsOf(part: unknown, path = '', value = blank): [path: string, text: string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function')
    return catalogueTextsOf((part as (...values: string[]) => unknown)(value, value, value, value), path);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, inner]) =>
    catalogueTextsOf(inner, path ? `${path}.${name}` : name, value),
  );
}

/**
 * Returns the English texts of the catalogue that a site in another language must not show. Texts with fewer
 * than four letters, and texts that also occur in that language, are left out.
 */
export function untranslatedTextsFor(language: Language): string[] {
  const own = catalogueTextsOf(textsByLanguage[language])
    .map(([, text]) => text)
    .join('\n');
  const parts = catalogueTextsOf(textsByLanguage.en).flatMap(([, text]) =>
    text.split(blank).map((part) => part.trim()),
  );
  const words = parts.filter((part) => part.replaceAll(/\P{L}/gu, '').length >= 4 && !own.includes(part));
  return [...new Set(words)];
}

/** Paths of values that are no texts. */
const noText = /(^|\.)(key|url|path|motif|opening|link_url|sections\.\d+|former\.\d+)$/;

/** Returns the default texts of a site, each with its path, without the facts of the sample company. */
function defaultTextsOf(language: Language, trade: Trade): string[] {
  const { company, pages, lists, choices, navigation, legal } = defaultsFor({ language, trade });
  const { tagline, summary } = company;
  return catalogueTextsOf({ tagline, summary, pages, lists, choices, navigation, legal })
    .filter(([path]) => !noText.test(path))
    .map(([, text]) => text);
}

/**
 * Returns the pieces of the English default texts that a site in another language must not show. Pieces with fewer than
 * four letters, and pieces that also occur in that language, are left out.
 */
export function untranslatedDefaultsFor(language: Language, trade: Trade): string[] {
  const own = defaultTextsOf(language, trade).join('\n');
  const pieces = [...defaultTextsOf('en', ''), ...defaultTextsOf('en', trade)].flatMap((text) =>
    text.split(/\{\w+(?::[^{}]*)?\}|<[^>]*>/).map((piece) => piece.trim()),
  );
  const words = pieces.filter((piece) => piece.replaceAll(/\P{L}/gu, '').length >= 4 && !own.includes(piece));
  return [...new Set(words)];
}

const named = /(?:aria-label|alt|content|title|label|data-title|data-note|data-messages)="([^"]*)"/g;
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&apos;': "'",
};

/** A pattern for the entries of the company's own lists, which are not translated. */
const { blog_categories, portfolio_categories } = settingDefaults.choices;
const ofCompany = new RegExp(
  [...blog_categories, ...portfolio_categories].map(({ name }) => name).join('|'),
  'g',
);

/**
 * Returns the texts of an HTML document: its visible text, its attributes and its structured data. Addresses,
 * keys and parts that are marked as English are left out.
 */
export function readableOf(html: string): string {
  return readableWithListsOf(html).replaceAll(ofCompany, '');
}

/** As `readableOf`, with the entries of the company's own lists. */
export function readableWithListsOf(html: string): string {
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => json.replaceAll(/"@?\w+":/g, ''),
  );
  const attributes = [...html.matchAll(named)].map(([, value]) => value?.replaceAll(/&quot;\w+&quot;:/g, ''));
  const texts = html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(\w+)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, '')
    .split(/<[^>]*>/);
  return [...data, ...attributes, ...texts]
    .join('\n')
    .replaceAll(/&[a-z#0-9]+;/gi, (entity) => entities[entity] ?? entity)
    .replaceAll(/https?:\/\/\S+|"\w+":/g, '');
}

export function wordsIn(text: string, words: readonly string[]): string[] {
  return words.filter((word) => {
    const exact = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<!\\p{L})${exact}(?!\\p{L})`, 'u').test(text);
  });
}

export function decodeMail(raw: Buffer): string {
  const [head = '', ...rest] = raw.toString('latin1').split(/\r?\n\r?\n/);
  const headers = head.replaceAll(/\r?\n\s+/g, ' ');
  const body = rest.join('\n\n');
  const subject = (/^Subject: (.*)$/m.exec(headers)?.[1] ?? '')
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, way: string, word: string) =>
      way.toUpperCase() === 'B' ? fromBase64(word) : fromQuoted(word.replaceAll('_', ' ')),
    );
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(headers)?.[1]?.toLowerCase();
  const text = encoding === 'base64' ? fromBase64(body) : encoding === '7bit' ? body : fromQuoted(body);
  return Buffer.from(`${subject}\n${text}`, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('latin1');
const fromQuoted = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
