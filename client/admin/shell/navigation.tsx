import type { Icon } from '@tabler/icons-react';
import { NavLink } from 'react-router-dom';
import { can, type Grant } from '../../../src/shared/grants.ts';
import { paths } from '../core/paths.ts';
import { useCurrentUser } from '../core/session.ts';
import classes from './side-panel.module.css';
import { UnreadBadge } from './unread-badge.tsx';

/** A screen in the navigation. */
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
}

export interface NavigationProps {
  items: readonly NavigationItem[];
}

/** Links to the screens that the person's role may open. */
export function Navigation({ items }: NavigationProps) {
  const { role } = useCurrentUser();
  const open = items.filter(
    ({ grant, isPersonal, isLinked, unlistedFor }) =>
      !isPersonal && !isLinked && (!grant || can(role, grant)) && !(unlistedFor && can(role, unlistedFor)),
  );
  return (
    <nav className={classes.navigation} aria-label="Panel">
      <ul className={classes.list}>
        {open.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <NavLink to={path} className={classes.link!}>
              <Icon size={19} stroke={1.6} aria-hidden="true" />
              {label}
              {path === paths.inbox && <UnreadBadge />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
