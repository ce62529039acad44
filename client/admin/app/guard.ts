import { can } from '../../../src/shared/grants.ts';
import type { SessionUser } from '../../session/session-storage.ts';
import { paths } from '../core/paths.ts';
import { findScreen, openScreens, screens } from './screens.ts';

/** The address that the route guard sends a person to. */
export interface Redirect {
  to: string;
  /** Uses a full page load, because the sign-in page has its own content security policy. */
  isFullLoad: boolean;
}

/**
 * Returns where the route guard (docs/product.md, §3.2) redirects this address, or undefined when the person
 * may open it.
 */
export function redirectFor({ pathname, search }: URL, user: SessionUser | undefined): Redirect | undefined {
  const asked = asRoutesRead(pathname);
  if (asked === paths.entry) return { to: user ? paths.dashboard : paths.login, isFullLoad: true };
  if (findScreen(openScreens, asked)) {
    const comesFromLogout = new URLSearchParams(search).get('fromLogout') === 'true';
    const isLogin = asked === paths.login;
    return user && isLogin && !comesFromLogout ? { to: paths.dashboard, isFullLoad: true } : undefined;
  }
  if (!user) return { to: paths.login, isFullLoad: true };
  const grant = findScreen(screens, asked)?.grant;
  return grant && !can(user.role, grant) ? { to: paths.dashboard, isFullLoad: false } : undefined;
}

/**
 * Returns the path as the routes match it: decoded and in lower case. The guard must check the screen that
 * the routes open.
 */
function asRoutesRead(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
      .toLowerCase()
      .replace(/(?<!\/)\/+$/, '');
  } catch {
    return pathname;
  }
}
