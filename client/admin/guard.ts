import { can } from '../../src/shared/grants.ts';
import type { SessionUser } from '../lib/session-store.ts';
import { addresses } from './addresses.ts';
import { findScreen, openScreens, screens } from './screens.ts';

/** Where somebody has to go instead of the address they asked for. */
export interface Redirect {
  to: string;
  /** By a full page load: the sign-in page has a policy of its own. */
  isFullLoad: boolean;
}

/** Returns where the route guard (docs/product.md, §3.2) sends this address, or nothing when it may be opened. */
export function redirectFor({ pathname, search }: URL, user: SessionUser | undefined): Redirect | undefined {
  const asked = asRoutesRead(pathname);
  if (asked === addresses.entry)
    return { to: user ? addresses.dashboard : addresses.login, isFullLoad: true };
  if (findScreen(openScreens, asked)) {
    const comesFromLogout = new URLSearchParams(search).get('fromLogout') === 'true';
    const isLogin = asked === addresses.login;
    return user && isLogin && !comesFromLogout ? { to: addresses.dashboard, isFullLoad: true } : undefined;
  }
  if (!user) return { to: addresses.login, isFullLoad: true };
  const grant = findScreen(screens, asked)?.grant;
  return grant && !can(user.role, grant) ? { to: addresses.dashboard, isFullLoad: false } : undefined;
}

/** The routes decode an address and take any letter case; the guard must see the screen that they will open. */
function asRoutesRead(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '');
  } catch {
    return pathname;
  }
}
