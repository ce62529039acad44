import './mantine-shell.css';
import { Notifications } from '@mantine/notifications';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { can } from '../../../src/shared/grants.ts';
import { useUser } from '../core/session.ts';
import classes from './shell.module.css';
import { LiveInbox } from './inbox-updates.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { SidePanel } from './side-panel.tsx';

/**
 * The frame around every screen, with the navigation on the left. On phones a button opens the navigation.
 */
export function Frame() {
  const { role } = useUser();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <PhoneBar />
      <aside className={classes.side} aria-label="Sidebar">
        <SidePanel />
      </aside>
      <main className={classes.main} id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {can(role, 'inbox:manage') && <LiveInbox />}
      <Notifications position="bottom-right" containerWidth={380} />
      <ScrollRestoration />
    </div>
  );
}
