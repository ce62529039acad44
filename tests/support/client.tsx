import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
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
import { shownChoices } from '../../src/shared/settings/choices.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { toSiteSettings } from '../../src/shared/settings/site.ts';
import type { InputOf, OutputOf, ProcedurePath } from './procedures.ts';
import { patienceMs } from './patience.ts';
import { type Job, type Post, personOf, replyDraft } from './rows.ts';

// An upper limit for a busy machine. No test waits this long otherwise.
const loadingMs = 60_000;
/** Longer than the delay of `restoreFocusToHeading`. */
const focusDelayMs = 100;

interface Call {
  path: string;
  input: unknown;
  headers: Record<string, string>;
}

/**
 * The server's answers in a test, by procedure. TypeScript refuses a procedure that the router lacks and an answer that
 * the server cannot give. It does not check computed names, so write each procedure in full.
 */
export type Answers = {
  [P in ProcedurePath]?: (input: InputOf<P>) => OutputOf<P> | Promise<OutputOf<P>>;
};

/** Creates an error like the server's: `throw refusal(422, '…', { title: ['…'] })`. */
export function refusal(httpStatus: number, message: string, errors?: Record<string, string[] | undefined>) {
  return { data: { httpStatus, message, request_id: 'req-1', ...(errors && { errors }) } };
}

/** Creates the error of an input with messages by field: `throw invalid('jobs.create', { title: ['…'] })`. */
export function invalid<P extends ProcedurePath>(
  _path: P,
  errors: { [K in keyof InputOf<P> & string]?: string[] },
) {
  return refusal(422, 'Please correct the marked fields.', errors);
}

/** The calls of the current test that had no answer. The test fails when there are any. */
const unexpected: string[] = [];

const noFactors = { factors: [], recovery_codes_left: 0, can_add: true, is_required: false };

const site = toSiteSettings(settingDefaults);

/** Answers to calls that the screens of some roles always make. */
const everywhere: Answers = {
  'inbox.state': () => ({ unread: 0, newest: null }),
  'onboarding.samples': () => ({}),
  'privacy.overdue': () => [],
  'onboarding.state': () => ({
    setUp: { isOffered: false, steps: [] },
    checklist: { isOffered: false, items: [], openDocuments: [], demoTexts: [] },
  }),
  'site.settings': () => ({
    brand: site.brand,
    company: site.company,
    region: site.region,
    choices: shownChoices(site.choices),
    services: site.lists.services.map(({ key, title }) => ({ key, title })),
  }),
  ...Object.fromEntries(moduleNames.flatMap(formAnswers)),
  // The form of a row with a page shows the address that would be made from its title.
  'addresses.blog.propose': () => ({ slug: '' }),
  'addresses.portfolio.propose': () => ({ slug: '' }),
  'pages.menu': () => ({ place: 'none' as const, below: null, entries: [] }),
  'addresses.pages.propose': () => ({ slug: '' }),
  'addresses.jobs.propose': () => ({ slug: '' }),
  // Forms check whether links in the settings lead to a page.
  'blog.deadLinks': () => ({ links: [] }),
  // The form of a user always requests these links.
  'sso.links': () => ({ links: [], is_email_unconfirmed: false }),
  // The form of a testimonial requests the projects.
  'portfolio.places': () => ({ places: [] }),
  'presence.inbox.open': () => ({ colleagues: [] }),
  'presence.inbox.close': () => ({ success: true }),
  'inbox.assignees': () => ({ assignees: [] }),
  // There is no mail server, so answers are written in the person's mail program.
  'inbox.draftReply': () => replyDraft({ has_server: false }),
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
  // The security log offers these people as a filter.
  'users.list': () => ({
    users: [],
    stats: { total_users: 0, admin_users: 0, regular_users: 0, hr_users: 0, content_moderator_users: 0 },
    meta: { total: 0, page: 1, per_page: 12 },
  }),
};

/** The answers to calls that the form of every module makes. */
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

/** Answers for an empty dashboard, for tests that only open it on their way to another screen. */
export const dashboardAnswers: Answers = {
  'dashboard.stats': () => ({ blogCount: 0, portfolioCount: 0, jobCount: 0, userCount: 1 }),
  'dashboard.oldDrafts': () => ({ total: 0, drafts: [] }),
  'team.list': () => ({ team: [], meta: { total: 0, page: 1, per_page: 1 }, stats: { total: 0, by: {} } }),
  'inbox.unread': () => ({ messages: [], meta: { total: 0, page: 1, per_page: 3 } }),
  'activities.list': () => ({ activities: [], meta: { total: 0, page: 1, per_page: 10 } }),
};

/** The rows for which a test has a concurrent save. */
type Current =
  | Post
  | Job
  | OutputOf<'pages.one'>['page']
  | (OutputOf<'settings.one'> & { conflicts: string[] });

/** The error of a save after a concurrent save. `current` is the stored row. */
export function conflict(current: Current) {
  return { data: { ...refusal(409, 'Someone else has saved this in the meantime.').data, current } };
}

/** Answers and records tRPC calls. Replaces `fetch` and the XMLHttpRequest of forms. */
export function fakeServer(answers: Answers) {
  const calls: Call[] = [];
  // Calls arrive without types. TypeScript has checked them where the client makes them.
  const given: Record<string, ((input: never) => unknown) | undefined> = { ...everywhere, ...answers };
  const answerOne = async (path: string, input: unknown, headers: Call['headers']) => {
    calls.push({ path, input, headers });
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
    // A new document of the panel. The panel reads the look of the site from it.
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
    /** Compares the inputs of all calls of a procedure. */
    expectCalls: <P extends ProcedurePath>(path: P, expected: InputOf<P>[]) =>
      expect(inputs(path)).toEqual(expected),
    /** Compares the input of the last call of a procedure. */
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
    /** Reports that half of the form is uploaded until the answer is ready. */
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

/** The query clients of the panels that the present test has opened. */
const queryClients = new Set<QueryClient>();

/**
 * Visits several addresses in order. Without `role`, nobody is signed in. `left` is the address of a full
 * page load.
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
    return <RouterProvider router={own} />;
  }
  // The loaders of the routes delay every navigation. The wait is outside of `act`, because at the end of `act` React
  // reports an update as one outside of `act`.
  const arrived = () => expect.poll(() => router.state.navigation.state).toBe('idle');
  render(
    <AdminProviders services={services} env="test">
      <Panel />
    </AdminProviders>,
  );
  return {
    left,
    address: () => router.state.location.pathname + router.state.location.search,
    goBack: () => router.navigate(-1).then(arrived),
    goTo: (path: string) => router.navigate(path, { flushSync: true }).then(arrived),
  };
}

/** Adds what jsdom lacks, clears storage after each test, and makes console errors fail the test. */
export function prepareBrowser() {
  configure({ asyncUtilTimeout: patienceMs });
  // Loads screens that are otherwise loaded on demand. Otherwise the first test of a file would wait for their modules.
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
  // After a change, the focus returns to the heading with a delay. The document must exist until then.
  afterAll(() => new Promise((resolve) => setTimeout(resolve, focusDelayMs)));
  afterEach(async () => {
    cleanup();
    // Waits, because a failed call is sent again after 0.8 s and would reach the server of another test.
    for (const client of queryClients) client.clear();
    queryClients.clear();
    // Waits, because the client sends its calls in the next task, and calls of the last screen must not reach the next
    // test.
    await new Promise((resolve) => setTimeout(resolve));
    // Removes notifications. They are outside of the panel, so the next panel would show them.
    notifications.clean();
    expect(console.error).not.toHaveBeenCalled();
    expect(unexpected.splice(0)).toEqual([]);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  });
}
