import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { AdminProviders } from '../../client/admin/app/admin-providers.tsx';
import { createAdminRoutes } from '../../client/admin/app/routes.tsx';
import { authPages } from '../../client/admin/app/auth-pages.ts';
import { screens } from '../../client/admin/app/screens.ts';
import { trpc } from '../../client/api/trpc.ts';
import { openSessionStore, type SessionUser } from '../../client/session/session-storage.ts';
import { createUnsavedChanges } from '../../client/session/unsaved-changes.ts';
import { type ModuleName, moduleNames } from '../../src/shared/module-facts.ts';
import type { Role } from '../../src/shared/roles.ts';
import type { InputOf, OutputOf, ProcedurePath } from './procedures.ts';
import { waitLimitMs } from './wait-limit.ts';
import { type Job, type Post, personOf, replyDraft, siteSettings } from './rows.ts';

// The time limit for loading the screens on a busy machine. Usually, loading them is much faster.
const loadingMs = 60_000;
/** A time that is longer than the delay of `restoreFocusToHeading`. */
const focusDelayMs = 100;

interface Call {
  path: string;
  input: unknown;
  headers: Record<string, string>;
}

/**
 * The server's answers in a test, by procedure. TypeScript refuses a procedure that the router lacks and an
 * answer that the server cannot give. TypeScript does not check computed names, so write the name of each
 * procedure in full.
 */
export type Answers = {
  [P in ProcedurePath]?: (input: InputOf<P>) => OutputOf<P> | Promise<OutputOf<P>>;
};

/** Creates an error like the server's errors: `throw refusal(422, '…', { title: ['…'] })`. */
export function refusal(httpStatus: number, message: string, errors?: Record<string, string[] | undefined>) {
  return { data: { httpStatus, message, request_id: 'req-1', ...(errors && { errors }) } };
}

/**
 * Creates the error of an invalid input, with messages by field: `throw invalid('jobs.create', { title: ['…']
 * })`.
 */
export function invalid<P extends ProcedurePath>(
  _path: P,
  errors: { [K in keyof InputOf<P> & string]?: string[] },
) {
  return refusal(422, 'Please correct the marked fields.', errors);
}

/**
 * The procedures that the current test has called without providing an answer. The test fails if there are
 * any.
 */
const unexpected: string[] = [];

const noFactors = { factors: [], recovery_codes_left: 0, can_add: true, is_required: false };

/** The default answers to calls that many screens make. A test can replace each of them. */
const everywhere: Answers = {
  // There is no mail server. Staff therefore answer messages in their own mail program.
  'inbox.state': () => ({ unread: 0, newest: null, has_server: false }),
  'onboarding.samples': () => ({}),
  'privacy.overdue': () => [],
  'security.list': () => ({ events: [], meta: { total: 0, page: 1, per_page: 25 } }),
  'onboarding.state': () => ({
    setUp: { isOffered: false, steps: [] },
    checklist: { isOffered: false, items: [], openDocuments: [], demoTexts: [] },
  }),
  'site.settings': () => siteSettings(),
  'site.pages': () => ({ pages: [] }),
  ...Object.fromEntries(moduleNames.flatMap(formAnswers)),
  // The form of a row with a page shows the address that the server would create from the title.
  'addresses.blog.propose': () => ({ slug: '' }),
  'addresses.portfolio.propose': () => ({ slug: '' }),
  'pages.menu': () => ({ place: 'none' as const, below: null, entries: [] }),
  'addresses.pages.propose': () => ({ slug: '' }),
  'addresses.jobs.propose': () => ({ slug: '' }),
  // Forms check whether links in the settings lead to a page.
  'blog.deadLinks': () => ({ links: [] }),
  // The form of a user always requests the user's links to the single-sign-on provider.
  'sso.links': () => ({ links: [], is_email_unconfirmed: false }),
  // The form of a testimonial requests the projects that the testimonial can belong to.
  'portfolio.places': () => ({ places: [] }),
  'presence.inbox.open': () => ({ colleagues: [] }),
  'presence.inbox.close': () => ({ success: true }),
  'inbox.assignees': () => ({ assignees: [] }),
  // The dashboard lists open applications.
  'inbox.list': () => ({ messages: [], meta: { total: 0, page: 1, per_page: 10 } }),
  'inbox.applicantCounts': () => ({ jobs: [] }),
  'inbox.stages': () => ({ stages: [] }),
  'visits.overview': () => emptyNumbers(),
  'visits.ofRow': () => ({ views: null, days: 30 }),
  'dashboard.day': () => ({ unsaved: [], drafts: [], today: [] }),
  'inbox.counts': () => ({ mine: 0, unassigned: 0, open: 0, answered: 0, closed: 0 }),
  'inbox.draftReply': () => replyDraft(),
  'workingCopies.inbox.list': () => ({ copies: [] }),
  'workingCopies.inbox.save': () => ({ saved_at: '2026-11-24T10:00:00.000Z' }),
  'workingCopies.inbox.remove': () => ({ success: true }),
  'inbox.noticeSettings': () => ({ messages: 'off' as const, assigned: false }),
  'users.factors': () => noFactors,
  'users.sessions': () => ({ sessions: [] }),
  'tokens.list': () => ({ tokens: [] }),
  'users.accounts': ({ ids }) => ({
    accounts: ids.map((id) => ({
      id: Number(id),
      deactivated_at: null,
      last_sign_in_at: null,
      factors: [],
      invitation: null,
    })),
  }),
  'account.factors': () => noFactors,
  'account.passwordNotice': () => ({ is_shown: false }),
  'account.judgePassword': () => ({ problem: null }),
  'auth.judgePassword': () => ({ problem: null }),
  // The security log offers these users as a filter.
  'users.list': () => ({
    users: [],
    stats: { total_users: 0, admin_users: 0, regular_users: 0, hr_users: 0, content_moderator_users: 0 },
    meta: { total: 0, page: 1, per_page: 12 },
  }),
};

/** Returns the numbers of a site that counts nothing. */
export function emptyNumbers(): OutputOf<'visits.overview'> {
  const total = { views: 0, visits: 0, messages: 0, applications: 0 };
  return {
    today: '2026-11-28',
    is_counting: false,
    first_day: null,
    step: 'day',
    present: { from: '2026-10-30', until: '2026-11-28', total, points: [] },
    before: { from: '2026-09-30', until: '2026-10-29', total, points: [] },
    programs: 0,
    posts: [],
  };
}

/** Returns the default answers to the calls that the form of every module makes. */
function formAnswers(name: ModuleName) {
  const answer = <P extends ProcedurePath>(path: P, output: OutputOf<P>) => [path, () => output] as const;
  return [
    answer(`presence.${name}.open`, { colleagues: [] }),
    answer(`presence.${name}.close`, { success: true }),
    answer(`workingCopies.${name}.list`, { copies: [] }),
    answer(`workingCopies.${name}.save`, { saved_at: '2026-11-24T10:00:00.000Z' }),
    answer(`workingCopies.${name}.remove`, { success: true }),
  ];
}

/** Answers of an empty dashboard, for tests that open the dashboard only to reach another screen. */
export const dashboardAnswers: Answers = {
  'dashboard.stats': () => ({ blogCount: 0, portfolioCount: 0, jobCount: 0, userCount: 1 }),
  'dashboard.oldDrafts': () => ({ total: 0, drafts: [] }),
  'team.list': () => ({ team: [], meta: { total: 0, page: 1, per_page: 1 }, stats: { total: 0, by: {} } }),
  'inbox.unread': () => ({ messages: [], meta: { total: 0, page: 1, per_page: 3 } }),
  'activities.list': () => ({ activities: [], meta: { total: 0, page: 1, per_page: 10 } }),
};

/** The stored content that `conflict` can report: a row, or a group of the settings. */
type Current =
  | Post
  | Job
  | OutputOf<'pages.one'>['page']
  | (OutputOf<'settings.one'> & { conflicts: string[] });

/**
 * Creates the error of a save that conflicts with an earlier save. `current` is the content that the earlier
 * save has stored.
 */
export function conflict(current: Current) {
  return { data: { ...refusal(409, 'Someone else has saved this in the meantime.').data, current } };
}

/**
 * Replaces `fetch` and the `XMLHttpRequest` that sends forms. Calls get the answer in `answers`, or else a
 * default answer, and are recorded. Returns functions that read and check the recorded calls.
 */
/** Calls that only a person causes. In the background they would not ask for a sign-in when the session has ended. */
const personsCalls =
  /\.(create|update|change|publish|remove\w*|restore\w*|reply|note|upload\w*|replace|import\w*|assign\w*|setState\w*|undo\w*)$/;

export function fakeServer(answers: Answers) {
  const calls: Call[] = [];
  // The inputs have no types here. TypeScript has already checked them in the code that makes the calls.
  const given: Record<string, ((input: never) => unknown) | undefined> = { ...everywhere, ...answers };
  const answerOne = async (path: string, input: unknown, headers: Call['headers']) => {
    calls.push({ path, input, headers });
    if (personsCalls.test(path) && headers['x-activity']) unexpected.push(`${path} in the background`);
    const answer = given[path];
    if (!answer) {
      unexpected.push(path);
      throw new Error(`the test gives no answer to ${path}`);
    }
    try {
      return { result: { data: await answer(input as never) } };
    } catch (error) {
      if (error instanceof Error) throw error;
      const { data } = error as ReturnType<typeof refusal>;
      return { error: { message: data.message, code: -32600, data } };
    }
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    // The panel requests its own document again to read the look of the site. The test has no such document.
    if (url.pathname === '/admin/dashboard') return new Response('', { status: 503 });
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
  const to = (path: ProcedurePath) => calls.filter((call) => call.path === path);
  const inputs = <P extends ProcedurePath>(path: P) => to(path).map(({ input }) => input as InputOf<P>);
  return {
    calls: inputs,
    headers: (path: ProcedurePath) => to(path).map(({ headers }) => headers),
    /** Fails unless the inputs of all calls of a procedure equal `expected`. */
    expectCalls: <P extends ProcedurePath>(path: P, expected: InputOf<P>[]) =>
      expect(inputs(path)).toEqual(expected),
    /** Fails unless the input of the last call of a procedure equals `expected`. */
    expectLastCall: <P extends ProcedurePath>(path: P, expected: InputOf<P>) =>
      expect(inputs(path).at(-1)).toEqual(expected),
  };
}

type AnswerOne = (path: string, input: unknown, headers: Call['headers']) => Promise<unknown>;

function formRequest(answerOne: AnswerOne) {
  return class {
    upload: { onprogress?: (sent: { loaded: number; total: number }) => void } = {};
    responseText = '';
    path = '';
    isOver = false;
    onload?: () => void;
    onerror?: () => void;
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
    /** Reports that half of the form is uploaded, and then waits for the answer. */
    async send(form: FormData) {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      const answer = await answerOne(this.path, Object.fromEntries(form), this.headers).catch(
        () => undefined,
      );
      if (this.isOver) return;
      this.isOver = true;
      if (!answer) return this.onerror?.();
      this.responseText = JSON.stringify(answer);
      this.onload?.();
    }
  };
}

/** The query clients of the panels that the current test has opened. */
const queryClients = new Set<QueryClient>();

/**
 * Renders the panel at an address. If several addresses are given, the panel shows the last one, and the others are the
 * browser history. If `role` is absent, nobody is signed in. `left` lists the paths that the panel has opened with a
 * full page load.
 */
export function openPanel(address: string | string[], role?: Role | Uppercase<Role>) {
  const sessions = openSessionStore({ localStorage, sessionStorage });
  if (role) {
    sessionStorage.setItem('admin_token', 'token');
    sessionStorage.setItem('admin_user', JSON.stringify({ ...personOf('user'), role }));
  }
  const left: string[] = [];
  const services = {
    sessions,
    unsaved: createUnsavedChanges<SessionUser>(),
    leave: (path: string) => left.push(path),
    broadcastSession: () => {},
    broadcastSignOut: () => {},
    isLoggingOut: { current: false },
    broadcastRejected: () => {},
    styleNonce: '',
  };
  let router!: ReturnType<typeof createMemoryRouter>;
  function Panel() {
    const api = trpc.useUtils();
    queryClients.add(useQueryClient());
    const [own] = useState(() =>
      createMemoryRouter(createAdminRoutes(services, api), { initialEntries: [address].flat() }),
    );
    router = own;
    // Like the panel itself (`AdminApp`).
    return <RouterProvider router={own} useTransitions={false} />;
  }
  // Waits for the navigation, which the loaders of the routes delay. Waits outside `act`, because React would report an
  // update at the end of `act` as if it was outside `act`.
  const arrived = () => expect.poll(() => router.state.navigation.state).toBe('idle');
  const { unmount } = render(
    <AdminProviders services={services} env="test">
      <Panel />
    </AdminProviders>,
  );
  return {
    left,
    unmount,
    /** Ends the session as a sign-out in another tab does. */
    endSession: () => {
      sessions.clear();
      services.unsaved.requestSignIn();
    },
    arrived,
    address: () => router.state.location.pathname + router.state.location.search,
    goBack: () => router.navigate(-1).then(arrived),
    goTo: (path: string) => router.navigate(path, { flushSync: true }).then(arrived),
  };
}

/**
 * Types a text into an empty field, all letters in one task. `userEvent.type` pauses between the keys. On a busy
 * machine, such a pause can be longer than the delay of a search, which then starts with half of the text.
 */
export function typeAtOnce(field: HTMLElement, text: string) {
  for (let length = 1; length <= text.length; length += 1)
    fireEvent.change(field, { target: { value: text.slice(0, length) } });
}

/**
 * Registers hooks for all tests of a file. The hooks add functions that jsdom lacks, and clear the storage after each
 * test. A console error or a call without an answer fails the test.
 */
export function preparePanelTests() {
  configure({
    asyncUtilTimeout: waitLimitMs,
    // The usual one prints the document at each try of a wait, which took a sixth of these tests.
    getElementError: (message) => new Error(message ?? 'An element is missing'),
  });
  // Loads all screens that the panel loads on demand. Otherwise, the first test of a file would wait for
  // their modules.
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
  // After a change, the focus returns to the heading with a delay. The document must exist until the end of
  // this delay.
  afterAll(() => new Promise((resolve) => setTimeout(resolve, focusDelayMs)));
  afterEach(async () => {
    cleanup();
    // Cancels retries. A failed call is sent again in a moment, and would then reach the fake server of
    // another test.
    for (const client of queryClients) client.clear();
    queryClients.clear();
    // Waits, because the client sends its calls in the next task, and calls of the last screen must not reach the next
    // test.
    await new Promise((resolve) => setTimeout(resolve));
    // Removes the notifications. Their store is outside the panel, so the next panel would show them.
    notifications.clean();
    expect(console.error).not.toHaveBeenCalled();
    expect(unexpected.splice(0)).toEqual([]);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  });
}
