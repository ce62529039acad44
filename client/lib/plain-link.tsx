import type { AnchorHTMLAttributes } from 'react';

/**
 * A link to a page of this site, as the router's own comes out when a page is rendered on the server. The router's works out there what only
 * a browser has a use for, which is half of the work of a page with many links; the build of the renderer puts this one in its place.
 */
export function Link({ to, ...attributes }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...attributes} href={to} data-discover="true" />;
}
