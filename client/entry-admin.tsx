import './styles/fonts.css';
import './styles/tokens.css';
import './admin/styles/mantine.css';
import './admin/styles/panel.css';
import { setNonce } from 'get-nonce';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { addresses } from './admin/addresses.ts';
import { SignInScreen } from './admin/login/sign-in-screen.tsx';
import { Panel } from './admin/panel.tsx';
import type { PanelParts } from './admin/parts.ts';
import { openSessionStore, type SessionUser } from './lib/session-store.ts';
import { joinTabs } from './lib/session-tabs.ts';
import { watchUnsavedWords } from './lib/unsaved-words.ts';

// The sign-in page stays small: routes and frame are loaded only by the other screens.
const isSignIn = /^\/admin\/login\/*$/.test(window.location.pathname);
const loading: Promise<ComponentType> = isSignIn
  ? Promise.resolve(SignInScreen)
  : import('./admin/routed.tsx').then((file) => file.Routed);

const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The library's scroll lock adds its own style element and reads the nonce from this package.
setNonce(styleNonce);

const sessions = openSessionStore({ lasting: localStorage, ofTab: sessionStorage });
const leave = (path: string) => window.location.assign(path);
const unsaved = watchUnsavedWords<SessionUser>();
const tabs = joinTabs(sessions, {
  onSignedIn: () => {
    if (unsaved.tellSignedIn()) return;
    if (window.location.pathname === addresses.login) leave(addresses.dashboard);
  },
  onSignedOut: () => unsaved.awaitSignIn() ?? leave(addresses.afterLogout),
  onReplaced: () => unsaved.tellSignedIn() || leave(addresses.entry),
});
// Not awaited at the top level. The screens' files import this one, so both would wait for each other
// forever.
async function start(): Promise<void> {
  const comesFromLogout = window.location.search.includes('fromLogout=true');
  if (!comesFromLogout) await tabs.agree();

  const Screen = await loading;
  const { agree: tellSignedIn, tellSignedOut, tellRefused } = tabs;
  const parts: PanelParts = {
    ...{ sessions, unsaved, leave, styleNonce },
    ...{ tellSignedIn, tellSignedOut, tellRefused },
  };
  createRoot(document.getElementById('root')!).render(
    <Panel parts={parts}>
      <Screen />
    </Panel>,
  );
}

void start();
