/** Returns whether an address is on a host from which WordPress.com serves the files of its sites. */
export function isFileOfWordPress(address: string): boolean {
  return URL.canParse(address) && /\.files\.wordpress\.com$/.test(new URL(address).hostname);
}

/**
 * Returns whether an address belongs to the site at `site`. Addresses without a host belong to it, and so do
 * all files on WordPress.com.
 */
export function isOfSite(address: string, site: string | undefined): boolean {
  if (/^[/?](?![/\\\s])/.test(address)) return true;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const isSame = site !== undefined && URL.canParse(site) && hostOf(site) === hostOf(address);
  return isSame || isFileOfWordPress(address);
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}
