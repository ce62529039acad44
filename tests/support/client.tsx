import { notifications } from '@mantine/notifications';
import { act, cleanup, configure, render } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { AdminProviders } from '../../client/admin/app/admin-providers.tsx';
import { createAdminRoutes } from '../../client/admin/app/routes.tsx';
import { authPages, screens } from '../../client/admin/app/screens.ts';
import { trpc } from '../../client/api/trpc.ts';
import { openSessionStore, type SessionUser } from '../../client/session/session-storage.ts';
import { createUnsavedChanges } from '../../client/session/unsaved-changes.ts';
import { shownChoices } from '../../src/shared/settings/choices.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';

// Upper bounds for a busy machine. No test waits for their full length.
const patienceMs = 5000;
const loadingMs = 60_000;
/** More than the delay of `restoreFocusToHeading`. */
const focusDelayMs = 100;

interface Call {
  path: string;
  input: Record<string, unknown>;
  headers: Record<string, string>;
}

type Answer = (input: Call['input']) => unknown;

/** Returns an error as the server sends it: `throw refusal(422, '…', { title: ['…'] })`. */
export function refusal(httpStatus: number, message: string, errors?: Record<string, string[]>) {
  return { data: { httpStatus, message, request_id: 'req-1', ...(errors && { errors }) } };
}

/** Calls that the current test gave no answer to. Each fails the test at its end. */
const unexpected: string[] = [];

/** The calls that screens of some roles always make. */
const everywhere: Record<string, Answer> = {
  'inbox.state': () => ({ unread: 0, newest: null }),
  'onboarding.state': () => ({
    setUp: { isOffered: false, steps: [] },
    checklist: { isOffered: false, items: [], demoTexts: [] },
  }),
  // The lists that forms and filters offer.
  'site.settings': () => ({ choices: shownChoices(settingDefaults.choices) }),
  // The form of a user shows the links, whatever the test is about.
  'sso.links': () => ({ links: [] }),
};

/** Answers to the calls of an empty dashboard, for tests that only pass through it. */
export const dashboardAnswers: Record<string, Answer> = {
  'dashboard.stats': () => ({ blogCount: 0, portfolioCount: 0, jobCount: 0, userCount: 1 }),
  'dashboard.oldDrafts': () => ({ total: 0, drafts: [] }),
  'inbox.unread': () => ({ messages: [], meta: { total: 0, page: 1, per_page: 3 } }),
  'activities.list': () => ({ activities: [], meta: { total: 0, page: 1, per_page: 10 } }),
};

/** Returns the refusal of a save after a concurrent one; `current` is the row as it is now. */
export function conflict(current: object) {
  return { data: { ...refusal(409, 'Someone else has saved this in the meantime.').data, current } };
}

/**
 * Replaces the network: responds to tRPC calls by procedure and records them. It intercepts fetch, and the XMLHttpRequest that sends forms.
 */
export function fakeServer(answers: Record<string, Answer>) {
  const calls: Call[] = [];
  const answerOne = async (path: string, input: Call['input'], headers: Call['headers']) => {
    calls.push({ path, input, headers });
    const answer = answers[path] ?? everywhere[path];
    if (!answer) {
      unexpected.push(path);
      throw new Error(`the test gives no answer to ${path}`);
    }
    try {
      return { result: { data: await answer(input) } };
    } catch (error) {
      if (error instanceof Error) throw error;
      const { data } = error as ReturnType<typeof refusal>;
      return { error: { message: data.message, code: -32600, data } };
    }
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const isBatch = url.searchParams.has('batch');
    const headers = Object.fromEntries(new Headers(init.headers));
    const sent = JSON.parse((init.body as string | undefined) ?? url.searchParams.get('input') ?? '{}');
    const paths = url.pathname.replace('/trpc/', '').split(',');
    const done = await Promise.all(
      paths.map((path, place) => answerOne(path, (isBatch ? sent[place] : sent) ?? {}, headers)),
    );
    return Response.json(isBatch ? done : done[0]);
  });
  vi.stubGlobal('XMLHttpRequest', formRequest(answerOne));
  const to = (path: string) => calls.filter((call) => call.path === path);
  return {
    calls: (path: string) => to(path).map(({ input }) => input),
    headers: (path: string) => to(path).map(({ headers }) => headers),
  };
}

type AnswerOne = (path: string, input: Call['input'], headers: Call['headers']) => Promise<unknown>;

function formRequest(answerOne: AnswerOne) {
  return class {
    upload: { onprogress?: (sent: { loaded: number; total: number }) => void } = {};
    responseText = '';
    path = '';
    isOver = false;
    onload?: () => void;
    onabort?: () => void;
    open(_method: string, url: string) {
      this.path = url.replace('/trpc/', '');
    }
    headers: Call['headers'] = {};
    setRequestHeader(name: string, value: string) {
      this.headers[name.toLowerCase()] = value;
    }
    abort() {
      if (this.isOver) return;
      this.isOver = true;
      this.onabort?.();
    }
    /** Reports half of the upload until the test's response is ready. */
    async send(form: FormData) {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      const answer = JSON.stringify(await answerOne(this.path, Object.fromEntries(form), this.headers));
      if (this.isOver) return;
      this.isOver = true;
      this.responseText = answer;
      this.onload?.();
    }
  };
}

/**
 * Opens the panel at an address, or at the last of several visited ones, signed in with a role or not at all. `left`
 * contains the address of a full page load.
 */
export function openPanel(address: string | string[], role?: string) {
  const sessions = openSessionStore({ lasting: localStorage, ofTab: sessionStorage });
  if (role) {
    sessionStorage.setItem('admin_token', 'token');
    sessionStorage.setItem(
      'admin_user',
      JSON.stringify({ id: 1, name: 'Ada', email: 'ada@example.com', role }),
    );
  }
  const left: string[] = [];
  const parts = {
    sessions,
    unsaved: createUnsavedChanges<SessionUser>(),
    leave: (path: string) => left.push(path),
    tellSignedIn: () => {},
    tellSignedOut: () => {},
    tellRefused: () => {},
    styleNonce: '',
  };
  let router!: ReturnType<typeof createMemoryRouter>;
  function Panel() {
    const api = trpc.useUtils();
    const [own] = useState(() =>
      createMemoryRouter(createAdminRoutes(parts, api), { initialEntries: [address].flat() }),
    );
    router = own;
    return <RouterProvider router={own} />;
  }
  // The loaders of the routes make every navigation take a moment.
  const arrived = () => vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  render(
    <AdminProviders parts={parts} env="test">
      <Panel />
    </AdminProviders>,
  );
  return {
    left,
    address: () => router.state.location.pathname + router.state.location.search,
    goBack: () => act(() => router.navigate(-1).then(arrived)),
    goTo: (path: string) => act(() => router.navigate(path).then(arrived)),
  };
}

/** Adds what jsdom lacks, clears the storage, and makes every console error fail the test. */
export function prepareBrowser() {
  configure({ asyncUtilTimeout: patienceMs });
  // Screens are loaded on demand. Without this, the first test of a file would wait until all their modules are transformed.
  beforeAll(async () => {
    const onDemand = [
      import('../../client/admin/shell/app-shell.tsx'),
      import('../../client/admin/writing/writing-editor.tsx'),
    ];
    await Promise.all([
      ...onDemand,
      ...screens.map(({ load }) => load()),
      ...authPages.map(({ load }) => load()),
    ]);
  }, loadingMs);
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    vi.stubGlobal('scrollTo', vi.fn());
    vi.spyOn(console, 'error');
  });
  // After a screen has changed, the focus returns to its heading with a delay. The document must outlive that.
  afterAll(() => new Promise((resolve) => setTimeout(resolve, focusDelayMs)));
  afterEach(async () => {
    cleanup();
    // The client sends its calls in the next task. A call of the last screen must not reach the next test.
    await new Promise((resolve) => setTimeout(resolve));
    // They live outside the panel, and the next one would show them.
    notifications.clean();
    expect(console.error).not.toHaveBeenCalled();
    expect(unexpected.splice(0)).toEqual([]);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  });
}
