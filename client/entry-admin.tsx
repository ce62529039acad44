import './styles/fonts.css';
import './styles/tokens.css';
import './admin/app/admin.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { AdminProviders } from './admin/app/admin-providers.tsx';
import { Button } from '@mantine/core';
import { AuthLayout } from './admin/auth/auth-layout.tsx';
import { StandaloneLoginPage } from './admin/auth/login-page.tsx';
import type { AdminServices } from './admin/core/admin-context.ts';
import { paths } from './admin/core/paths.ts';
import { openSessionStore, type SessionUser } from './session/session-storage.ts';
import { connectTabs } from './session/session-tabs.ts';
import { createUnsavedChanges } from './session/unsaved-changes.ts';

// Loads the routes and the frame of the panel on demand, because the sign-in page does not need them.
const isSignIn = /^\/admin\/login\/*$/.test(window.location.pathname);
const loading = isSignIn
  ? Promise.resolve(StandaloneLoginPage)
  : import('./admin/app/routes.tsx').then(
      (file) => file.AdminApp,
      () => FailedScreen,
    );

const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Mantine's scroll lock adds a style element, and reads the nonce for this element from the package
// `get-nonce`.
setNonce(styleNonce);

const sessions = openSessionStore({ localStorage, sessionStorage });
const leave = (path: string) => window.location.assign(path);
const unsaved = createUnsavedChanges<SessionUser>();
const isLoggingOut = { current: false };
const tabs = connectTabs(sessions, {
  onSignedIn: () => {
    if (unsaved.notifySignedIn()) return;
    if (window.location.pathname === paths.login) leave(paths.dashboard);
  },
  onSignedOut: () => {
    if (unsaved.requestSignIn()) return;
    isLoggingOut.current = true;
    leave(paths.afterLogout);
  },
  onReplaced: () => unsaved.notifySignedIn() || leave(paths.entry),
});
// `start` is not awaited at the top level. The chunks of the screens import the chunk of this file, so the two chunks
// would wait for each other forever.
async function start(): Promise<void> {
  const comesFromLogout = window.location.search.includes('fromLogout=true');
  if (!comesFromLogout) await tabs.syncSession();

  const Screen = await loading;
  const { syncSession: broadcastSession, broadcastSignOut, broadcastRejected } = tabs;
  const services: AdminServices = {
    sessions,
    unsaved,
    leave,
    styleNonce,
    isLoggingOut,
    broadcastSession,
    broadcastSignOut,
    broadcastRejected,
  };
  createRoot(document.getElementById('root')!).render(
    <AdminProviders services={services}>
      <Screen />
    </AdminProviders>,
  );
}

/** The screen that replaces the panel if its code cannot be loaded. */
function FailedScreen() {
  return (
    <AuthLayout
      title="The panel could not be loaded"
      lead="Check your connection, then reload the page. Nothing that was saved is lost."
    >
      <Button fullWidth mt="lg" size="md" autoFocus onClick={() => window.location.reload()}>
        Reload
      </Button>
    </AuthLayout>
  );
}

void start();
