import type { Column, MediaColumn, SlugColumn } from './column-types.ts';
import { column } from './columns.ts';

const apart = <F extends Column>(part: F): F & { isApart: true } => ({ ...part, isApart: true });

/**
 * The columns that every row with its own page has for its address, search results and shared links. If the slug is
 * empty, the address contains the id. If one of the other texts is empty, pages use the texts of the row.
 */
export const seoColumns = {
  slug: apart<SlugColumn>({ kind: 'slug', label: 'Address in words', isOptional: true }),
  seo_title: apart(column.note('Title in search results', 70)),
  seo_description: apart(column.note('Description in search results', 200)),
  share_picture: apart<MediaColumn>({ kind: 'media', label: 'Picture in shared links', isOptional: true }),
  is_hidden_from_search: apart(column.tick('Hide from search engines', false, { old: false })),
  canonical_url: apart(column.link('First published at', { old: '' })),
};

/**
 * The column with the language of a row's texts. An empty language means the language of the site. The
 * longest tags of BCP 47 that people use have 35 characters.
 */
export const langColumn = {
  lang: apart(column.note('Language', 35, { format: 'language' })),
};
