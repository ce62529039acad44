import './styles/fonts.css';
import './styles/tokens.css';
import './admin/styles/mantine.css';
import './admin/styles/panel.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { addresses } from './admin/addresses.ts';
import { Panel } from './admin/panel.tsx';
import type { PanelParts } from './admin/parts.ts';
import { panelRoutes } from './admin/routes.tsx';
import { openSessionStore, type SessionUser } from './lib/session-store.ts';
import { joinTabs } from './lib/session-tabs.ts';
import { watchUnsavedWords } from './lib/unsaved-words.ts';

const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The library's scroll lock adds a style element of its own and asks this package for the nonce.
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
const comesFromLogout = window.location.search.includes('fromLogout=true');
if (!comesFromLogout) await tabs.agree();

const { agree: tellSignedIn, tellSignedOut, tellRefused } = tabs;
const parts: PanelParts = {
  ...{ sessions, unsaved, leave, styleNonce },
  ...{ tellSignedIn, tellSignedOut, tellRefused },
};
createRoot(document.getElementById('root')!).render(
  <Panel parts={parts} router={createBrowserRouter(panelRoutes)} />,
);
