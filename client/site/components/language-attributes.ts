import { directionOf } from '../../../src/shared/text-direction.ts';

interface RowWords {
  /** Null: the language of the site. */
  lang: string | null;
  title: string;
}

/**
 * Returns the attributes of elements with a row's words. A page of one row states `dir` at its outermost element, a list at the
 * words, so that its columns stay. All languages of the site are written from left to right, so only the other direction is stated.
 */
export function languageAttributes(row: RowWords): { lang: string | undefined; dir: 'rtl' | undefined } {
  return {
    lang: row.lang ?? undefined,
    dir: directionOf(row) === 'rtl' ? 'rtl' : undefined,
  };
}
