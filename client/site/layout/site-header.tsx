import './site-header.css';
import { Link } from 'react-router-dom';
import { company } from '../../../src/shared/company.ts';
import { isWithin, navigation, paths } from '../../shared/site-paths.ts';
import { Mark } from '../../shared/logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { useHidingBar } from './use-hiding-bar.ts';

/** The top bar: hides while one reads on, comes back on the way up. */
export function SiteHeader({ pathname }: { pathname: string }) {
  const { isHidden, isLifted } = useHidingBar();
  return (
    <header className="site-header" data-hidden={isHidden || undefined} data-lifted={isLifted || undefined}>
      <div className="hall site-header-row">
        <Link className="site-brand" to={paths.home} aria-label={`${company.name}, home`}>
          <Mark size={30} />
          <span>{company.name}</span>
        </Link>
        <nav className="site-nav" aria-label="Main">
          <ul>
            {navigation.map(({ label, path }) => (
              <li key={path}>
                <Link to={path} aria-current={isWithin(pathname, path) ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Link className="button button-small site-contact" to={paths.contact}>
          Contact Us
        </Link>
        <a className="site-menu-fallback" href="#footer-navigation">
          Menu
        </a>
        <MobileMenu pathname={pathname} />
      </div>
    </header>
  );
}
