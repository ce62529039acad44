const fileHost = /\.files\.wordpress\.com$/;

/** Whether an address is one of the site at `site`, or has no host. WordPress.com serves files from a host of its own. */
export function isOfSite(address: string, site: string | undefined): boolean {
  if (/^\/[^/\s]/.test(address)) return true;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const host = hostOf(address);
  return fileHost.test(host) || (site !== undefined && URL.canParse(site) && hostOf(site) === host);
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}
