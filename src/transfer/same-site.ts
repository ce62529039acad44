/** Whether an address is on the host from which WordPress.com serves the files of its sites. */
export function isFileOfWordPress(address: string): boolean {
  return URL.canParse(address) && /\.files\.wordpress\.com$/.test(new URL(address).hostname);
}

/** Whether an address is one of the site at `site`, or has no host. Files of WordPress.com count as those of any site. */
export function isOfSite(address: string, site: string | undefined): boolean {
  if (/^\/[^/\s]/.test(address)) return true;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const isSame = site !== undefined && URL.canParse(site) && hostOf(site) === hostOf(address);
  return isSame || isFileOfWordPress(address);
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}
