import { isWebAddress, toOneLine } from '../shared/fields.ts';
import { seoColumns } from '../shared/columns.ts';
import { plainText } from '../shared/writing/clean-html.ts';
import { shortenText } from './clean-post.ts';
import type { IncomingPost, IncomingSeo } from './incoming-content.ts';

const { seo_title, seo_description } = seoColumns;

/** Notes each text that had to be shortened. */
export function toSeoFields({ search, address }: IncomingPost, notes: string[]) {
  const lineOf = (text: string, max: number, what: string) => {
    const line = toOneLine(plainText(text));
    if (line.length > max) notes.push(`${what} shortened from ${line.length} characters: ${line}`);
    return shortenText(line, max);
  };
  return {
    seo_title: lineOf(search.title, seo_title.max, 'title for search engines'),
    seo_description: lineOf(search.description, seo_description.max, 'description for search engines'),
    // This site replaces the other one, so a canonical address there is left out.
    canonical_url: isElsewhere(search.canonical, address) ? search.canonical : '',
    is_hidden_from_search: search.isHidden,
  };
}

function isElsewhere(canonical: string, address: string): boolean {
  if (!isWebAddress(canonical)) return false;
  return !URL.canParse(address) || new URL(address).hostname !== new URL(canonical).hostname;
}

/** `%%sitename%%` of Yoast and `%sitename%` of Rank Math. */
const variable = /%%?([a-z_]+)(?:\([^()%]*\))?%%?/g;

/** Those that the plugins Yoast and Rank Math stored, with placeholders filled. Yoast comes first. */
export function seoOfPlugins(
  metaOf: (key: string) => string,
  { title, site }: { title: string; site: string },
): IncomingSeo {
  const known: Readonly<Record<string, string>> = { title, sitename: site, sep: '–' };
  const meta = (...keys: string[]) => keys.map(metaOf).find(Boolean) ?? '';
  const text = (...keys: string[]) =>
    meta(...keys)
      .replaceAll(variable, (_, name: string) => known[name] ?? '')
      .replaceAll(/\s+/g, ' ')
      .replace(/(?<![\s–|-])[\s–|-]+$/, '')
      .trim();
  const isHidden = metaOf('_yoast_wpseo_meta-robots-noindex') === '1';
  return {
    title: text('_yoast_wpseo_title', 'rank_math_title'),
    description: text('_yoast_wpseo_metadesc', 'rank_math_description'),
    canonical: meta('_yoast_wpseo_canonical', 'rank_math_canonical_url'),
    isHidden: isHidden || /"noindex"/.test(metaOf('rank_math_robots')),
  };
}
