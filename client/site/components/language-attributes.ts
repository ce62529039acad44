import { textDirectionOf } from '../../../src/shared/text-direction.ts';

interface RowWords {
  /** The language of the row. Null means the language of the site. */
  lang: string | null;
  title: string;
}

/**
 * Returns the attributes `lang` and `dir` for elements with the texts of a row. The page of a row sets `dir`
 * on its outermost element. A list sets `dir` only on the texts, so that the order of its columns does not
 * change. The site itself is always written from left to right, so only `rtl` is set.
 */
export function languageAttributes(row: RowWords): { lang: string | undefined; dir: 'rtl' | undefined } {
  return {
    lang: row.lang ?? undefined,
    dir: textDirectionOf(row) === 'rtl' ? 'rtl' : undefined,
  };
}

/** Returns the same for a row that states its language only on a site in several. */
export function statedLanguageAttributes(
  lang: string | null | undefined,
): Partial<ReturnType<typeof languageAttributes>> {
  return lang ? languageAttributes({ lang, title: '' }) : {};
}
