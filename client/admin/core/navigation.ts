import type { Icon } from '@tabler/icons-react';
import { can, type Grant } from '../../../src/shared/grants.ts';
import type { Role } from '../../../src/shared/roles.ts';

/** A screen in the navigation and in the command palette. */
export interface NavigationItem {
  label: string;
  /** The address. All addresses below it belong to the screen too. */
  path: string;
  icon: Icon;
  /** The permission to open the screen. Without one, every signed-in person may open it. */
  grant?: Grant;
  /** The account menu links to the screen, not the navigation. */
  isPersonal?: true;
  /** Another screen links to the screen, not the navigation. */
  isLinked?: true;
  /**
   * Hides the screen from the navigation for people with this permission, who have another screen for the
   * same purpose.
   */
  unlistedFor?: Grant;
  /** The command that opens the form for a new row, at `new` below the address. */
  create?: string;
}

/** Returns the items that a role may open and has no other screen for. */
export function itemsFor(role: Role, items: readonly NavigationItem[]): NavigationItem[] {
  return items.filter(
    ({ grant, unlistedFor }) => (!grant || can(role, grant)) && !(unlistedFor && can(role, unlistedFor)),
  );
}
