import './site-header.css';
import { Mark } from '../../shared/logo.tsx';
import { isWithin, navigation, paths } from '../../shared/site-paths.ts';
import { useSite } from '../app/site-context.ts';
import { MobileMenu } from './mobile-menu.tsx';

/** The top bar. The page's script hides it while the visitor scrolls down. */
export function SiteHeader({ pathname }: { pathname: string }) {
  const { company } = useSite();
  return (
    <header className="site-header">
      <div className="hall site-header-row">
        <a className="site-brand" href={paths.home} aria-label={`${company.name}, home`}>
          <Mark size={30} />
          <span>{company.name}</span>
        </a>
        <nav className="site-nav" aria-label="Main">
          <ul>
            {navigation.map(({ label, path }) => (
              <li key={path}>
                <a href={path} aria-current={isWithin(pathname, path) ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a className="button button-small site-contact" href={paths.contact}>
          Contact Us
        </a>
        <MobileMenu pathname={pathname} />
      </div>
    </header>
  );
}
