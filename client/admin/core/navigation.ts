import type { ComponentType } from 'react';
import { hasGrant, type Grant } from '../../../src/shared/grants.ts';
import type { Role } from '../../../src/shared/roles.ts';
import type { Icon } from '../../shared/icon.tsx';

/**
 * The description of a screen for the navigation, the command palette, the check of permissions and the title
 * of the window.
 */
export interface ScreenHandle {
  title: string;
  icon: Icon;
  /** The permission to open the screen. If undefined, every signed-in person may open the screen. */
  permission?: Grant;
  /** Where the link to the screen is: in the navigation, in the account menu, or on another screen. */
  nav: 'main' | 'account' | 'linked';
  /** The link is hidden from people with this permission, because they have another link for the same purpose. */
  hiddenFor?: Grant;
  /** The label of the command that opens the form for a new row. The form is at `new` below the screen's address. */
  create?: string;
}

/** A screen with its path. All paths below this path belong to the screen too. */
export interface NavigationItem extends ScreenHandle {
  path: string;
}

/** Returns the screens that a role may open, except those whose link is hidden from the role. */
export function itemsFor(role: Role, items: readonly NavigationItem[]): NavigationItem[] {
  return items.filter(
    ({ permission, hiddenFor }) =>
      (!permission || hasGrant(role, permission)) && !(hiddenFor && hasGrant(role, hiddenFor)),
  );
}

/** A page whose code is loaded when it opens. */
export interface LazyPage {
  load: () => Promise<ComponentType>;
}
