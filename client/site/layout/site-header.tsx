import './site-header.css';
import { shownLogoOfSite } from '../../../src/shared/brand/site-logo.ts';
import { Logo } from '../../shared/logo.tsx';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { widthForNavigation } from './header-width.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { NavigationLinks } from './navigation-links.tsx';

/** In letters. A longer name is smaller on phones, where it would else need two large lines. */
const longName = 16;

/**
 * The header at the top of every public page. The page's script hides the header while the visitor scrolls
 * down.
 */
export function SiteHeader({ pathname, isLanding }: { pathname: string; isLanding: boolean }) {
  const site = useSiteSettings();
  const { company, navigation, texts } = site;
  const logo = shownLogoOfSite(site);
  const name = company.short_name || company.name;
  const { header: links, contact_label: contact } = navigation;
  return (
    <header className="site-header" data-wide={widthForNavigation({ logo, name, links, contact })}>
      <div className="hall site-header-row">
        {/* If the logo is a letter, this letter is visible text, which an accessible name would have to
            contain. The link around the logo then has no `aria-label`. */}
        <a
          className="site-brand"
          href={sitePaths.home}
          aria-label={logo.letter ? undefined : texts.layout.homeOf(name)}
        >
          <Logo logo={logo} name={name} size={30} />
          {!logo.picture?.hasName && (
            <span className="site-name" data-long={name.length > longName || undefined}>
              {name}
            </span>
          )}
        </a>
        {!isLanding && (
          <>
            <nav className="site-nav" aria-label={texts.layout.mainNavigation}>
              <ul>
                <NavigationLinks pathname={pathname} links={links} isBar />
              </ul>
            </nav>
            <a className="button button-small site-contact" href={sitePaths.contact}>
              {contact}
            </a>
            <MobileMenu pathname={pathname} />
          </>
        )}
      </div>
    </header>
  );
}
