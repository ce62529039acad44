import { directionOf } from '../../../src/shared/text-direction.ts';

interface RowWords {
  /** The language of the row. Null means the language of the site. */
  lang: string | null;
  title: string;
}

/**
 * Returns `lang` and `dir` for elements with a row's texts. A page of one row sets `dir` on its outermost element. A list sets `dir` only
 * on the texts, so that its columns keep their order. The site itself is always left-to-right, so only `rtl` is set.
 */
export function languageAttributes(row: RowWords): { lang: string | undefined; dir: 'rtl' | undefined } {
  return {
    lang: row.lang ?? undefined,
    dir: directionOf(row) === 'rtl' ? 'rtl' : undefined,
  };
}
