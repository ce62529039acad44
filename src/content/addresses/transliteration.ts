import transliterate from '@sindresorhus/transliterate';

/**
 * Languages with their own rules for accented letters: `ö` becomes `oe` in German. In all other languages, only the
 * accent is dropped: `ö` becomes `o` in Finnish.
 */
const languagesOfTables = new Set(['da', 'de', 'hu', 'nb', 'nn', 'no', 'sr', 'sv', 'tr']);

/**
 * The words that are transliterated. Letters of other scripts remain unchanged, because readers would not recognize
 * their transliteration.
 */
const readableWords =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]*/gu;

/** Transliterates a text by the rules of its language. In German, `Größe & Maß` becomes `Groesse und Mass`. */
export function inLatinLetters(text: string, language: string): string {
  const [base = ''] = language.toLowerCase().split('-');
  const hasTable = languagesOfTables.has(base);
  return text
    .replaceAll('&', () => andIn(base))
    .normalize('NFC')
    .replaceAll(readableWords, (word) =>
      transliterate(hasTable ? word : withoutAccents(word), { locale: base }),
    );
}

function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
}

/** Returns the word that a language puts between the last two entries of a list, for example `und` with its spaces. */
function andIn(language: string): string {
  const [, between] = new Intl.ListFormat(language, { type: 'conjunction' }).formatToParts(['1', '2']);
  return between?.value ?? ' ';
}
