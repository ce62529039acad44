import './mobile-menu.css';
import IconMenu2 from 'icon:menu-2';
import IconX from 'icon:x';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { NavigationLinks } from './navigation-links.tsx';
import { PhoneLink } from '../components/phone-link.tsx';

/**
 * The navigation on small screens. If the script does not run, 'Menu' links to the navigation at the end of the page.
 * The script replaces this link with a button that opens the navigation as a dialog.
 */
export function MobileMenu({ pathname }: { pathname: string }) {
  const { company, navigation, texts } = useSiteSettings();
  const { menu, close } = texts.layout;
  return (
    <>
      <a className="menu-button" href="#footer-navigation">
        <MenuLabel />
      </a>
      <button type="button" className="menu-button" aria-haspopup="dialog">
        <MenuLabel />
      </button>
      <dialog className="mobile-menu" aria-label={menu}>
        <div className="mobile-menu-sheet">
          <button type="button" className="menu-button">
            <IconX size={22} stroke={1.75} aria-hidden="true" />
            {close}
          </button>
          <nav aria-label={menu}>
            <ul>
              <NavigationLinks pathname={pathname} links={navigation.header} />
            </ul>
          </nav>
          <a className="button" href={sitePaths.contact}>
            {navigation.contact_label}
          </a>
          {company.phone && (
            <p className="note">
              <PhoneLink />
            </p>
          )}
        </div>
      </dialog>
    </>
  );
}

function MenuLabel() {
  return (
    <>
      <IconMenu2 size={22} stroke={1.75} aria-hidden="true" />
      {useSiteSettings().texts.layout.menu}
    </>
  );
}
