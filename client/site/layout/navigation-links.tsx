import type { SiteSettings } from '../../../src/shared/settings/site.ts';
import { isWithin } from '../../shared/site-paths.ts';

interface NavigationLinksProps {
  links: SiteSettings['navigation']['header'];
  /** The address of this page, whose link is marked. Absent: no link is marked. */
  pathname?: string;
}

/** Links of the navigation as entries of a list. */
export function NavigationLinks({ links, pathname }: NavigationLinksProps) {
  return links.map(({ key, label, url }) => (
    <li key={key}>
      <a
        href={url}
        aria-current={pathname !== undefined && isWithin(pathname, url) ? 'page' : undefined}
        rel={url.startsWith('/') ? undefined : 'noopener'}
      >
        {label}
      </a>
    </li>
  ));
}
