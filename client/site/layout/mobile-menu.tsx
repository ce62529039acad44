import './mobile-menu.css';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { isWithin, navigation, paths } from '../../shared/site-paths.ts';
import { PhoneLink } from './phone-link.tsx';

/**
 * The navigation on small screens. A modal dialog of the browser's own: it makes the page behind it inert, closes on
 * Escape and gives the focus back; a style locks the scrolling while it is open.
 */
export function MobileMenu({ pathname }: { pathname: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className="menu-button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <IconMenu2 size={22} stroke={1.75} aria-hidden="true" />
        Menu
      </button>
      {/* A press on the backdrop reaches the dialog itself. */}
      <dialog
        ref={dialog}
        className="mobile-menu"
        aria-label="Menu"
        onKeyDown={keepFocusInside}
        onClick={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <div className="mobile-menu-sheet">
          <button type="button" className="menu-button" onClick={close}>
            <IconX size={22} stroke={1.75} aria-hidden="true" />
            Close
          </button>
          <nav aria-label="Menu">
            <ul>
              {navigation.map(({ label, path }) => (
                <li key={path}>
                  <Link
                    to={path}
                    onClick={close}
                    aria-current={isWithin(pathname, path) ? 'page' : undefined}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Link className="button" to={paths.contact} onClick={close}>
            Contact Us
          </Link>
          <p className="note">
            <PhoneLink />
          </p>
        </div>
      </dialog>
    </>
  );
}

/** Without this, Tab goes from the last link to the browser's own controls and only then back. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')];
  const [first, last] = [stops[0], stops.at(-1)];
  const from = event.shiftKey ? first : last;
  if (document.activeElement !== from) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
