import './site-header.css';
import { shownLogo } from '../../../src/shared/brand/site-logo.ts';
import { Logo } from '../../shared/logo.tsx';
import { paths } from '../../shared/site-paths.ts';
import { useSite } from '../app/site-context.ts';
import { MobileMenu } from './mobile-menu.tsx';
import { NavigationLinks } from './navigation-links.tsx';

/** The top bar. The page's script hides it while the visitor scrolls down. */
export function SiteHeader({ pathname }: { pathname: string }) {
  const site = useSite();
  const { company, navigation, words } = site;
  const logo = shownLogo(site);
  return (
    <header className="site-header">
      <div className="hall site-header-row">
        {/* A label would have to contain the letter, which is text that people see. */}
        <a
          className="site-brand"
          href={paths.home}
          aria-label={logo.letter ? undefined : words.layout.homeOf(company.name)}
        >
          <Logo logo={logo} name={company.name} size={30} />
          {!logo.picture?.hasName && <span>{company.name}</span>}
        </a>
        <nav className="site-nav" aria-label={words.layout.mainNavigation}>
          <ul>
            <NavigationLinks pathname={pathname} links={navigation.header} />
          </ul>
        </nav>
        <a className="button button-small site-contact" href={paths.contact}>
          {navigation.contact_label}
        </a>
        <MobileMenu pathname={pathname} />
      </div>
    </header>
  );
}
