import { cleanup, configure, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { Panel } from '../../client/admin/panel.tsx';
import { panelRoutes } from '../../client/admin/routes.tsx';
import { openScreens, screens } from '../../client/admin/screens.ts';
import { openSessionStore } from '../../client/lib/session-store.ts';

// Bounds for a busy machine; nothing waits for them to pass.
const patienceMs = 5000;
const loadingMs = 60_000;

interface Call {
  path: string;
  input: Record<string, unknown>;
}

type Answer = (input: Call['input']) => unknown;

/** An error as the server answers it: `throw refusal(422, '…', { title: ['…'] })`. */
export function refusal(httpStatus: number, message: string, errors?: Record<string, string[]>) {
  return { data: { httpStatus, message, request_id: 'req-1', ...(errors && { errors }) } };
}

/** What every screen of some role asks for. */
const everywhere: Record<string, Answer> = { 'inbox.state': () => ({ unread: 0, newest: null }) };

/**
 * Stands in for the network: answers tRPC calls by procedure and keeps what was asked. Both ways out are caught, fetch
 * and the XMLHttpRequest that carries forms.
 */
export function fakeServer(answers: Record<string, Answer>) {
  const calls: Call[] = [];
  const answerOne = async (path: string, input: Call['input']) => {
    calls.push({ path, input });
    const answer = answers[path] ?? everywhere[path];
    if (!answer) throw new Error(`the test gives no answer to ${path}`);
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
    const sent = JSON.parse((init.body as string | undefined) ?? url.searchParams.get('input') ?? '{}');
    const paths = url.pathname.replace('/trpc/', '').split(',');
    const done = await Promise.all(
      paths.map((path, place) => answerOne(path, (isBatch ? sent[place] : sent) ?? {})),
    );
    return Response.json(isBatch ? done : done[0]);
  });
  vi.stubGlobal('XMLHttpRequest', formRequest(answerOne));
  return { calls: (path: string) => calls.filter((call) => call.path === path).map(({ input }) => input) };
}

function formRequest(answerOne: (path: string, input: Call['input']) => Promise<unknown>) {
  return class {
    upload = {};
    responseText = '';
    path = '';
    onload?: () => void;
    open(_method: string, url: string) {
      this.path = url.replace('/trpc/', '');
    }
    setRequestHeader() {}
    abort() {}
    async send(form: FormData) {
      this.responseText = JSON.stringify(await answerOne(this.path, Object.fromEntries(form)));
      this.onload?.();
    }
  };
}

/** Opens the panel at an address, signed in with a role or not at all. `left` tells where it went by a full load. */
export function openPanel(address: string, role?: string) {
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
    leave: (path: string) => left.push(path),
    tellSignedOut: () => {},
    tellRefused: () => {},
    styleNonce: '',
  };
  const router = createMemoryRouter(panelRoutes, { initialEntries: [address] });
  render(<Panel parts={parts} router={router} env="test" />);
  return { left, address: () => router.state.location.pathname + router.state.location.search };
}

/** What jsdom lacks, clean storage, and the rule that a stray console error fails the test. */
export function prepareBrowser() {
  configure({ asyncUtilTimeout: patienceMs });
  // Screens are loaded on demand: the first test of a file would wait for the transformation of all their modules.
  beforeAll(async () => {
    const onDemand = [
      import('../../client/admin/layout/frame.tsx'),
      import('../../client/admin/ui/rich-text-editor.tsx'),
    ];
    await Promise.all([...onDemand, ...[...screens, ...openScreens].map(({ load }) => load())]);
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
  afterEach(() => {
    cleanup();
    expect(console.error).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  });
}
