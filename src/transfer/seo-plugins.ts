import type { IncomingSeo } from './incoming.ts';

/** Matches placeholders such as `%%sitename%%` of Yoast and `%sitename%` of Rank Math. */
const variable = /%%?([a-z_]+)(?:\([^()%]*\))?%%?/g;

/**
 * Returns the texts for search engines that the plugins Yoast and Rank Math stored for an item. Fills the placeholders
 * in these texts. If both plugins have a value, uses the value of Yoast.
 */
export function seoOfPlugins(
  metaOf: (key: string) => string,
  { title, site }: { title: string; site: string },
): IncomingSeo {
  const known: Readonly<Record<string, string>> = { title, sitename: site, sep: '–' };
  const meta = (...keys: string[]) => keys.map(metaOf).find(Boolean) ?? '';
  const words = (...keys: string[]) =>
    meta(...keys)
      .replaceAll(variable, (_, name: string) => known[name] ?? '')
      .replaceAll(/\s+/g, ' ')
      .replace(/(?<![\s–|-])[\s–|-]+$/, '')
      .trim();
  const isHidden = metaOf('_yoast_wpseo_meta-robots-noindex') === '1';
  return {
    title: words('_yoast_wpseo_title', 'rank_math_title'),
    description: words('_yoast_wpseo_metadesc', 'rank_math_description'),
    canonical: meta('_yoast_wpseo_canonical', 'rank_math_canonical_url'),
    isHidden: isHidden || /"noindex"/.test(metaOf('rank_math_robots')),
  };
}
