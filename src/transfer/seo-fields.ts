import { plainText } from '../shared/writing/clean.ts';
import { isWebAddress } from '../shared/address-fields.ts';
import { seoColumns } from '../shared/seo-columns.ts';
import { toOneLine } from '../shared/text-fields.ts';
import { shortened } from './clean-post.ts';
import type { IncomingPost } from './incoming.ts';

const { seo_title, seo_description } = seoColumns;

/**
 * Returns the columns for search engines of an imported row: title, description, canonical address, and whether the row
 * is hidden from search engines. Adds a note for each text that had to be shortened.
 */
export function toSeoFields({ search, address }: IncomingPost, notes: string[]) {
  const lineOf = (text: string, max: number, what: string) => {
    const line = toOneLine(plainText(text));
    if (line.length > max) notes.push(`${what} shortened from ${line.length} characters: ${line}`);
    return shortened(line, max);
  };
  return {
    seo_title: lineOf(search.title, seo_title.max, 'title for search engines'),
    seo_description: lineOf(search.description, seo_description.max, 'description for search engines'),
    // A canonical address on the other site is left out, because this site replaces that site.
    canonical_url: isElsewhere(search.canonical, address) ? search.canonical : '',
    is_hidden_from_search: search.isHidden,
  };
}

function isElsewhere(canonical: string, address: string): boolean {
  if (!isWebAddress(canonical)) return false;
  return !URL.canParse(address) || new URL(address).hostname !== new URL(canonical).hostname;
}
