import './mantine-shell.css';
import { Notifications } from '@mantine/notifications';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { can } from '../../../src/shared/grants.ts';
import { useCurrentUser } from '../core/session.ts';
import { InboxUpdates } from './inbox-updates.tsx';
import type { NavigationProps } from './navigation.tsx';
import { MobileHeader } from './phone-bar.tsx';
import classes from './shell.module.css';
import { Sidebar } from './side-panel.tsx';

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
