import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSessionStore, type SessionStore } from '../../client/session/session-storage.ts';
import { connectTabs } from '../../client/session/session-tabs.ts';

const ada = { id: 1, name: 'Ada', email: 'ada@example.com', role: 'admin' } as const;
const [old, renewed] = [
  { token: 'old', user: ada },
  { token: 'renewed', user: ada },
];

interface Tab {
  /** The localStorage. */
  shared: Storage;
  /** The sessionStorage. */
  own: Storage;
  sessions: SessionStore;
}
const opened: Tab[] = [];

/** Opens the storage of a tab. */
function openTab(): Tab {
  const shared = memoryStorage();
  const own = memoryStorage();
  const tab = { shared, own, sessions: openSessionStore({ localStorage: shared, sessionStorage: own }) };
  opened.push(tab);
  return tab;
}

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (place) => [...items.keys()][place] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const tokensOf = ({ shared, own }: Tab) => [shared.getItem('admin_token'), own.getItem('admin_token')];

describe('the stored session', () => {
  it('is read without a write, whatever is stored', () => {
    const user = JSON.stringify(ada);
    const cases: [what: string, items: Record<string, string>][] = [
      ['the person before the token', { admin_user: user }],
      ['the token before the person', { admin_token: 'renewed' }],
      ['a broken person', { admin_token: 'renewed', admin_user: '{"name":' }],
      ['an unknown role', { admin_token: 'renewed', admin_user: user.replace('"admin"', '"king"') }],
    ];
    for (const [what, items] of cases) {
      const { shared, sessions } = openTab();
      for (const [key, value] of Object.entries(items)) shared.setItem(key, value);
      expect(sessions.read(), what).toBeNull();
      for (const [key, value] of Object.entries(items)) expect(shared.getItem(key), what).toBe(value);
    }
  });

  it('replaces another one without a moment in which none is stored', () => {
    for (const isRemembered of [true, false]) {
      const tab = openTab();
      const removed = [vi.spyOn(tab.shared, 'removeItem'), vi.spyOn(tab.own, 'removeItem')];
      const [inPlace, elsewhere] = isRemembered ? removed : removed.toReversed();
      tab.sessions.save(old, isRemembered);
      tab.sessions.save(renewed, isRemembered);
      expect(inPlace).not.toHaveBeenCalled();
      expect(elsewhere).toHaveBeenCalled();
      expect(tab.sessions.read()).toEqual({ ...renewed, isRemembered });
    }
  });

  it('is forgotten by its token, and a newer one stays', () => {
    const tab = openTab();
    tab.own.setItem('admin_token', 'old');
    tab.own.setItem('admin_user', JSON.stringify(ada));
    tab.sessions.adopt({ ...renewed, isRemembered: true });
    tab.sessions.forget('old');
    expect(tokensOf(tab)).toEqual(['renewed', null]);
    tab.sessions.forget('renewed');
    expect([tab.shared.length, tab.own.length]).toEqual([0, 0]);
  });
});

describe('a tab', () => {
  const channels: BroadcastChannel[] = [];
  let other: BroadcastChannel;
  beforeEach(() => {
    const Channel = BroadcastChannel;
    vi.stubGlobal(
      'BroadcastChannel',
      class extends Channel {
        constructor(name: string) {
          super(name);
          channels.push(this);
        }
      },
    );
    other = new BroadcastChannel('atrium-session');
  });
  // A connected tab goes on listening, and would answer the next test.
  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close();
    for (const { sessions } of opened.splice(0)) sessions.clear();
  });

  function connect(sessions: SessionStore) {
    const events = { onSignedIn: vi.fn(), onSignedOut: vi.fn(), onReplaced: vi.fn() };
    return { ...events, tabs: connectTabs(sessions, events) };
  }
  const localStorageChanged = () => window.dispatchEvent(new StorageEvent('storage', { key: 'admin_token' }));

  it('takes a remembered session from the message, before it sees both keys', async () => {
    const tab = openTab();
    const { onSignedIn } = connect(tab.sessions);
    tab.shared.setItem('admin_user', JSON.stringify(ada));
    other.postMessage({ kind: 'session', session: { ...renewed, isRemembered: true } });
    await expect.poll(() => onSignedIn).toHaveBeenCalledOnce();
    expect(tokensOf(tab)).toEqual(['renewed', null]);
  });

  it('leaves the remembered session alone when it takes one that is not remembered', async () => {
    const tab = openTab();
    const { onSignedIn } = connect(tab.sessions);
    tab.shared.setItem('admin_user', JSON.stringify(ada));
    // Earlier versions do not say where they store it.
    other.postMessage({ kind: 'session', session: old });
    await expect.poll(() => onSignedIn).toHaveBeenCalledOnce();
    expect(tokensOf(tab)).toEqual([null, 'old']);
    expect(tab.shared.getItem('admin_user')).not.toBeNull();
  });

  it('waits longer for a session that another tab is known to have', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    for (const [held, waitMs] of [
      [[], 150],
      [[{ name: 'atrium-session' }], 2000],
    ] as const) {
      vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } });
      let isOver = false;
      const sync = connect(openTab().sessions)
        .tabs.syncSession()
        .then(() => {
          isOver = true;
        });
      await vi.advanceTimersByTimeAsync(waitMs - 1);
      expect(isOver, String(waitMs)).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await sync;
    }
  });

  it('ends only the session that a message names', async () => {
    for (const kind of ['refused', 'signed-out']) {
      const tab = openTab();
      tab.sessions.save(old, true);
      const { onSignedOut } = connect(tab.sessions);
      tab.sessions.save(renewed, true);
      const answer = new Promise<MessageEvent>((resolve) => {
        other.onmessage = resolve;
      });
      other.postMessage({ kind, token: 'old' });
      other.postMessage({ kind: 'who' });
      const session = { ...renewed, isRemembered: true };
      expect((await answer).data, kind).toEqual({ kind: 'session', session });
      expect(onSignedOut, kind).toHaveBeenCalledTimes(kind === 'refused' ? 0 : 1);
      tab.sessions.clear();
    }
  });

  it('is signed out with a session that disappears, and deletes nothing of the one that comes', () => {
    const tab = openTab();
    tab.sessions.save(old, true);
    const { onSignedOut } = connect(tab.sessions);
    tab.shared.removeItem('admin_token');
    tab.shared.setItem('admin_user', JSON.stringify({ ...ada, name: 'Ada, signed in again' }));
    localStorageChanged();
    expect(onSignedOut).toHaveBeenCalledOnce();
    expect(tab.shared.getItem('admin_user')).toContain('signed in again');
  });
});
