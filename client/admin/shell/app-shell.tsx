import './mantine-shell.css';
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { type Icon, IconMenu2 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { can, type Grant } from '../../../src/shared/grants.ts';
import { Logo } from '../components/logo.tsx';
import { useCurrentUser } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { AccountMenu } from './account-menu.tsx';
import { InboxUpdates } from './inbox-updates.tsx';
import classes from './shell.module.css';
import { UnreadBadge } from './unread-badge.tsx';

/**
 * The frame around every screen, with the navigation on the left. On phones a button opens the navigation.
 */
export function AppShell({ items }: NavigationProps) {
  const { role } = useCurrentUser();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <MobileHeader items={items} />
      <aside className={classes.side} aria-label="Sidebar">
        <Sidebar items={items} />
      </aside>
      <main className={classes.main} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {can(role, 'inbox:manage') && <InboxUpdates />}
      <Notifications position="bottom-right" containerWidth={380} />
      <ScrollRestoration />
    </div>
  );
}

/** The side panel: logo, navigation and account. */
function Sidebar({ items }: NavigationProps) {
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <Logo />
      </div>
      <Navigation items={items} />
      <AccountMenu />
    </div>
  );
}

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

interface NavigationProps {
  items: readonly NavigationItem[];
}

/** Links to the screens that the person's role may open. */
function Navigation({ items }: NavigationProps) {
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

/** The top bar on phones. Its button opens the navigation in a drawer. */
function MobileHeader({ items }: NavigationProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer
  useEffect(close, [pathname]);
  return (
    <nav className={classes.phoneBar} aria-label="Menu">
      <ActionIcon variant="subtle" size={44} aria-label="Menu" aria-expanded={isOpen} onClick={open}>
        <IconMenu2 size={22} stroke={1.6} />
      </ActionIcon>
      <Logo />
      <Drawer
        opened={isOpen}
        onClose={close}
        size={280}
        padding={0}
        withCloseButton={false}
        title="Menu"
        classNames={{ content: classes.drawer, header: classes.drawerHeader, body: classes.drawerBody }}
      >
        <Sidebar items={items} />
      </Drawer>
    </nav>
  );
}
