import { type RawBuilder, sql } from 'kysely';
import { fold } from '../../shared/fold.ts';
import type { Connection } from '../ctx.ts';

/** Each word with its possible spellings. A row must contain one spelling of every word. */
export type SearchWords = readonly (readonly string[])[];

const maxWords = 20;
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };
/** Two letters that may spell an umlaut. In words such as "neue" and "Quelle", they do not. */
const spelledUmlaut = /([ao])e|(?<![aeq])(u)e/g;

/** On a German site, "groesse" and "Größe" spell one word. Words after the 19th count as one. */
export async function searchWords(read: Connection, term: string): Promise<SearchWords> {
  const words = wordsOf(fold(term));
  const spelled = wordsOf(fold(term.normalize('NFC').replace(/[äöüÄÖÜ]/g, (letter) => umlauts[letter]!)));
  const spellings = words.map((word, at) => [
    ...new Set([word, spelled[at] ?? word, word.replaceAll(spelledUmlaut, '$1$2')]),
  ]);
  const isGerman = spellings.some(({ length }) => length > 1) && (await isGermanSite(read));
  return spellings.map((all) => (isGerman ? all : all.slice(0, 1)));
}

function wordsOf(folded: string): string[] {
  const words = folded.split(/\s+/).filter(Boolean);
  const [first, rest] = [words.slice(0, maxWords - 1), words.slice(maxWords - 1)];
  return words.length === 0 ? [''] : [...first, ...(rest.length > 0 ? [rest.join(' ')] : [])];
}

async function isGermanSite(read: Connection): Promise<boolean> {
  const region = await read
    .selectFrom('site_settings')
    .select('value')
    .where('group_name', '=', 'region')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const value: unknown = typeof region?.value === 'string' ? JSON.parse(region.value) : region?.value;
  return (value as { language?: unknown } | undefined)?.language === 'de';
}

/** No stored text has a NUL, and both databases reject it. */
export function areNowhere(words: SearchWords): boolean {
  return words.flat().some((word) => word.includes('\0'));
}

/** `%` and `_` in a word are literal. */
export function containsWords(column: string, words: SearchWords): RawBuilder<boolean> {
  if (areNowhere(words)) return sql<boolean>`1 = 0`;
  const each = words.map((spellings) => {
    const any = spellings.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
      return sql`${sql.ref(column)} like ${pattern} escape '\\'`;
    });
    return any.length === 1 ? any[0]! : sql`(${sql.join(any, sql` or `)})`;
  });
  return each.length === 1 ? sql<boolean>`${each[0]}` : sql<boolean>`(${sql.join(each, sql` and `)})`;
}
