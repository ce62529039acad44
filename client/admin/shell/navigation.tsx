import { NavLink } from 'react-router-dom';
import { can } from '../../../src/shared/grants.ts';
import { addresses } from '../core/paths.ts';
import { screens } from '../app/screens.ts';
import { useUser } from '../core/session.ts';
import classes from './side-panel.module.css';
import { UnreadBadge } from './unread-badge.tsx';

/** Links to the screens that the person's role may open. */
export function Navigation() {
  const { role } = useUser();
  const open = screens.filter(
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
              {path === addresses.inbox && <UnreadBadge />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
