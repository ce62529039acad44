import IconChevronDown from 'icon:chevron-down';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { isWithin } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';

type Links = SiteSettings['navigation']['header'];
type Link = Links[number];

interface NavigationLinksProps {
  links: Links;
  /** The path of the current page, whose link is marked. If absent, no link is marked. */
  pathname?: string;
  /**
   * Whether the sub-entries of an entry are shown only after a click on its button. By default, sub-entries
   * are always visible.
   */
  isBar?: boolean;
}

/** The links of a navigation as `li` elements. The parent must be a list. */
export function NavigationLinks({ links, pathname, isBar = false }: NavigationLinksProps) {
  const { texts } = useSiteSettings();
  return nested(links).map(({ below, ...link }) => {
    const { key, label } = link;
    const entries = below.map((inner) => (
      <li key={inner.key}>
        <NavigationLink link={inner} pathname={pathname} />
      </li>
    ));
    return (
      <li key={key} className={isBar && below.length > 0 ? 'site-nav-parent' : undefined}>
        <NavigationLink link={link} pathname={pathname} />
        {isBar && below.length > 0 && (
          <>
            <button
              type="button"
              className="site-nav-more"
              popoverTarget={`below-${key}`}
              aria-label={`${texts.lists.more}: ${label}`}
            >
              <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
            </button>
            <ul id={`below-${key}`} popover="auto">
              {entries}
            </ul>
          </>
        )}
        {!isBar && below.length > 0 && <ul>{entries}</ul>}
      </li>
    );
  });
}

function NavigationLink({ link: { label, url }, pathname }: { link: Link; pathname: string | undefined }) {
  return (
    <a
      href={url}
      aria-current={pathname !== undefined && isWithin(pathname, url) ? 'page' : undefined}
      rel={url.startsWith('/') ? undefined : 'noopener'}
    >
      {label}
    </a>
  );
}

/** Returns the top-level entries, each with its sub-entries. */
function nested(links: Links): (Link & { below: Link[] })[] {
  const tops: (Link & { below: Link[] })[] = [];
  for (const link of links) {
    const above = link.is_below && tops.at(-1);
    if (above) above.below.push(link);
    else tops.push({ ...link, below: [] });
  }
  return tops;
}
