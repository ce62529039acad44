import './mobile-menu.css';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { isWithin, navigation, paths } from '../../shared/site-paths.ts';
import { PhoneLink } from './phone-link.tsx';

/**
 * The navigation on small screens. Without the script, 'Menu' links to the navigation at the end of the page.
 * The script replaces the link with a button that opens the dialog.
 */
export function MobileMenu({ pathname }: { pathname: string }) {
  return (
    <>
      <a className="menu-button" href="#footer-navigation">
        <MenuLabel />
      </a>
      <button type="button" className="menu-button" aria-haspopup="dialog">
        <MenuLabel />
      </button>
      <dialog className="mobile-menu" aria-label="Menu">
        <div className="mobile-menu-sheet">
          <button type="button" className="menu-button">
            <IconX size={22} stroke={1.75} aria-hidden="true" />
            Close
          </button>
          <nav aria-label="Menu">
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
          <a className="button" href={paths.contact}>
            Contact Us
          </a>
          <p className="note">
            <PhoneLink />
          </p>
        </div>
      </dialog>
    </>
  );
}

function MenuLabel() {
  return (
    <>
      <IconMenu2 size={22} stroke={1.75} aria-hidden="true" />
      Menu
    </>
  );
}
