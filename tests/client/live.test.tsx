// @vitest-environment jsdom
import { QueryClient, QueryObserver, type Register } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChanges } from '../../client/admin/app/changes.ts';
import { createReload } from '../../client/admin/core/reload.ts';
import { createEventParser } from '../../client/api/event-source.ts';
import { createPersonTasks } from '../../client/api/person-tasks.ts';
import { createApiClient } from '../../client/api/trpc.ts';
import { subscribeToSharedStream, type StreamEvents } from '../../client/session/shared-stream.ts';
import { earlyCallsScript } from '../../src/http/pages/admin-html.ts';
import { earlyCallsProperty, firstPageQuery, trpcQueryAddress } from '../../src/shared/early-calls.ts';
import { factsOf } from '../../src/shared/module-facts.ts';
import type { Role } from '../../src/shared/roles.ts';
import { dashboardAnswers, fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';
import { eventRow, jobRow, jobsPage, type Message, messageRow, personOf } from '../support/rows.ts';
import { isShortForm } from '../support/test-form.ts';

preparePanelTests();

describe('the reader of event streams', () => {
  const wire =
    'event: connected\ndata: {}\n\n: a comment\nid: 7-1\ndata: {"unread":1}\n\n\nevent: ping\ndata: \n\n';

  it('finds the same events however the text is cut', () => {
    for (let cut = 0; cut <= wire.length; cut += 1) {
      const events: unknown[] = [];
      const read = createEventParser(({ type, data, lastEventId }) => events.push([type, data, lastEventId]));
      read(wire.slice(0, cut));
      read(wire.slice(cut));
      expect(events).toEqual([
        ['connected', '{}', ''],
        ['message', '{"unread":1}', '7-1'],
        ['ping', '', '7-1'],
      ]);
    }
  });

  it('takes several lines of data, line ends of either kind, and colons in a value', () => {
    const events: string[] = [];
    const read = createEventParser(({ data }) => events.push(data));
    read('data: a: b\r\ndata:c\r\n\r\nevent: without data\n\n');
    expect(events).toEqual(['a: b\nc']);
  });
});

describe('tabs that share a stream', () => {
  /** Web Locks, which jsdom lacks. A request gets the lock when all earlier ones have released it. */
  function fakeLocks() {
    const turns = new Map<string, Promise<unknown>>();
    return {
      request: async (name: string, { signal }: { signal: AbortSignal }, act: () => Promise<void>) => {
        const turn = (turns.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : act()));
        turns.set(name, turn);
        await turn;
      },
    };
  }

  interface Tab {
    values: number[];
    live: boolean[];
    stop: () => void;
  }
  const opened: { events: StreamEvents<number>; lastId: string | undefined; isClosed: boolean }[] = [];
  const tabs: Tab[] = [];
  function openTab(): Tab {
    const values: number[] = [];
    const live: boolean[] = [];
    const stop = subscribeToSharedStream<number>({
      name: 'numbers',
      open: (events, lastId) => {
        const stream = { events, lastId, isClosed: false };
        opened.push(stream);
        return () => {
          stream.isClosed = true;
        };
      },
      onValue: (value) => values.push(value),
      onLive: (isLive) => live.push(isLive),
    });
    const tab = { values, live, stop };
    tabs.push(tab);
    return tab;
  }
  beforeEach(() => void vi.stubGlobal('navigator', { ...navigator, locks: fakeLocks() }));
  afterEach(() => {
    for (const { stop } of tabs.splice(0)) stop();
    opened.splice(0);
  });

  it('have one, which goes over to the next where it was when its tab goes', async () => {
    const [first, second] = [openTab(), openTab()];
    await expect.poll(() => opened).toHaveLength(1);
    opened[0]!.events.onOpen();
    opened[0]!.events.onValue(1, 'id-1');
    await expect.poll(() => second).toMatchObject({ values: [1], live: [true] });
    expect(first).toMatchObject({ values: [1], live: [true] });

    first.stop();
    expect(opened[0]!.isClosed).toBe(true);
    await expect.poll(() => opened).toHaveLength(2);
    expect(opened[1]!.lastId).toBe('id-1');
    await expect.poll(() => second.live).toEqual([true, false]);
    opened[1]!.events.onOpen();
    opened[1]!.events.onValue(2, 'id-2');
    expect(second).toMatchObject({ values: [1, 2], live: [true, false, true] });
    expect(first.values).toEqual([1]);
  });

  it('tell a tab that comes later what they know', async () => {
    openTab();
    await expect.poll(() => opened).toHaveLength(1);
    opened[0]!.events.onOpen();
    opened[0]!.events.onValue(5, 'id-5');
    const later = openTab();
    await expect.poll(() => later).toMatchObject({ values: [5], live: [true] });
  });

  it('try again after a break, and not after a refusal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tab = openTab();
    await expect.poll(() => opened).toHaveLength(1);
    opened[0]!.events.onOpen();
    opened[0]!.events.onEnd(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(opened).toHaveLength(2);
    expect(tab.live).toEqual([true, false]);
    opened[1]!.events.onEnd(true);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(opened).toHaveLength(2);
    vi.useRealTimers();
  });

  it('have none in a browser without locks', () => {
    vi.stubGlobal('navigator', {});
    openTab();
    expect(opened).toEqual([]);
  });
});

describe('a call', () => {
  it('is the person’s in the task of their act and of the answer to their call, and in no other', async () => {
    const sent: boolean[] = [];
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      sent.push(!new Headers(headers).has('x-activity'));
      return Response.json({ result: { data: { message: '' } } });
    });
    const tasks = createPersonTasks();
    const end = tasks.watch();
    const client = createApiClient({
      tasks,
      token: () => undefined,
      onUnauthorized: () => undefined,
      askForProof: async () => false,
      onEnrolment: () => {},
    });
    const call = () => client.site.test.query(undefined, { context: { alone: true } });
    const rest = () => new Promise((resolve) => setTimeout(resolve));
    const expectNext = async (isPersons: boolean, name: string) => {
      await call();
      expect(sent.splice(0), name).toEqual([isPersons]);
    };
    await expectNext(true, 'the first of the document');
    await expectNext(true, 'after the answer to it');
    await rest();
    await expectNext(false, 'at an interval');
    await expectNext(false, 'after the answer to a call at an interval');
    for (const type of ['keydown', 'pointerdown', 'click', 'input', 'change', 'drop']) {
      window.dispatchEvent(new Event(type));
      await expectNext(true, type);
      await expectNext(true, `after the answer to a call of ${type}`);
      await rest();
      await expectNext(false, `some time after ${type}`);
    }
    for (const type of ['focus', 'visibilitychange', 'mousemove', 'scroll', 'popstate', 'online']) {
      window.dispatchEvent(new Event(type));
      await expectNext(false, type);
    }
    await tasks.follow(rest());
    await expectNext(false, 'after a wait at an interval');
    window.dispatchEvent(new Event('click'));
    await tasks.follow(rest());
    await expectNext(true, 'after a wait within an act');
    await rest();
    end();
    window.dispatchEvent(new Event('click'));
    await expectNext(false, 'after the end');
  });
});

it('a mutation reloads its part of the API, unless its meta says that it changes nothing', async () => {
  const queryClient = new QueryClient();
  const loads = { users: 0, blog: 0 };
  const keep = (router: keyof typeof loads) =>
    new QueryObserver(queryClient, {
      queryKey: [[router, 'list']],
      queryFn: () => ++loads[router],
    }).subscribe(() => {});
  const ends = [keep('users'), keep('blog')];
  await waitFor(() => expect(loads).toEqual({ users: 1, blog: 1 }));
  const { onMutated } = createChanges(queryClient, createPersonTasks());
  const mutate = (mutationKey: [string[]], meta: Register['mutationMeta']) =>
    onMutated(queryClient.getMutationCache().build(queryClient, { mutationKey, meta }));
  mutate([['users', 'createResetLink']], { changesNothing: true });
  mutate([['blog', 'giveUp']], {});
  // One reload follows both, so the users would be loaded again by now too.
  await waitFor(() => expect(loads.blog).toBe(2));
  expect(loads.users).toBe(1);
  for (const end of ends) end();
});

it('reports at short intervals reload a list once in 300 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const queryClient = new QueryClient();
  const reloads = vi.spyOn(queryClient, 'invalidateQueries');
  const reload = createReload(queryClient, createPersonTasks());
  for (let report = 0; report < 30; report += 1) {
    void reload(['jobs'], 'report');
    await vi.advanceTimersByTimeAsync(100);
  }
  vi.useRealTimers();
  expect(reloads.mock.calls.length).toBeGreaterThan(5);
  expect(reloads.mock.calls.length).toBeLessThanOrEqual(10);
});

describe('the panel without a stream', () => {
  // The chart warns of a page that has no size, as none has here.
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
  const message = messageRow({ created_at: new Date().toISOString() });

  it.skipIf(isShortForm)(
    'asks every 30 seconds, shows what is new, and counts as no activity with any of it',
    async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      let messages: Message[] = [];
      const { calls } = fakeServer({
        'inbox.state': () => ({
          unread: messages.length,
          newest: messages.length > 0 ? 5 : null,
          has_server: false,
        }),
        'inbox.list': () => ({ messages, meta: { total: messages.length, page: 1, per_page: 10 } }),
        'inbox.markRead': () => ({ message: { ...message, is_read: true } }),
      });
      const activity: [path: string, header: string | undefined][] = [];
      const answer = fetch;
      vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
        const headers = new Headers(init.headers);
        activity.push([url.split('?')[0]!, headers.get('x-activity') ?? undefined]);
        return answer(url, init);
      });
      openPanel('/admin/inbox', 'hr');
      expect(await screen.findByText('Your inbox is empty')).toBeDefined();
      const link = within(screen.getByRole('navigation', { name: 'Panel' })).getByRole('link', {
        name: 'Inbox',
      });
      expect(activity).toContainEqual([expect.stringContaining('inbox.list'), undefined]);

      activity.splice(0);
      messages = [message];
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await screen.findByRole('button', { name: /A question/ })).toBeDefined();
      await expect.poll(() => link.textContent).toContain('1 unread');
      expect(await screen.findByText('New message. 1 unread.')).toBeDefined();
      expect(calls('inbox.list')).toHaveLength(2);
      expect(activity.map(([, header]) => header)).toEqual(['none', 'none']);
      vi.useRealTimers();
    },
  );

  it.each<Role>(['user', 'content_moderator'])(
    'asks nothing about the inbox for the role %s',
    async (role) => {
      const { calls } = fakeServer(dashboardAnswers);
      openPanel('/admin/dashboard', role);
      expect(await screen.findByText('No activities found')).toBeDefined();
      expect(calls('inbox.state')).toEqual([]);
    },
  );
});

describe('the panel with a stream', () => {
  const channels: BroadcastChannel[] = [];
  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close();
    Reflect.deleteProperty(navigator, 'locks');
  });

  /** Acts for the tab that holds the stream. */
  function leadingTab(role: Role) {
    const locks = { request: () => new Promise(() => {}) };
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    const channel = new BroadcastChannel(`atrium-live ${personOf('user').email} ${role}`);
    channels.push(channel);
    const value = (changed: string[]) => ({ inbox: null, edited: [], changed });
    return {
      setLive: (isLive: boolean) => channel.postMessage({ kind: 'live', isLive }),
      tell: (...changed: string[]) =>
        channel.postMessage({ kind: 'value', last: { id: '0-0', value: value(changed) } }),
    };
  }
  const job = jobRow({ id: 1, title: 'Engineer' });

  it('shows what others change, once for many changes, and keeps a selection and an open dialog', async () => {
    let jobs = [job];
    const server = fakeServer({ 'jobs.list': () => jobsPage(jobs) });
    const stream = leadingTab('hr');
    openPanel('/admin/jobs', 'hr');
    const tick = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Engineer/ });
    await userEvent.click(tick);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Engineer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Job Posting' });

    jobs = [jobRow({ id: 2, title: 'Architect' }), job];
    for (let change = 0; change < 20; change += 1) stream.tell('jobs', 'dashboard');
    await screen.findByRole('heading', { name: 'Architect', hidden: true });
    expect(dialog.isConnected).toBe(true);
    expect(tick.isConnected && tick.checked).toBe(true);
    jobs = [jobRow({ id: 3, title: 'Gardener' }), job];
    stream.tell('jobs');
    await screen.findByRole('heading', { name: 'Gardener', hidden: true });
    expect(server.calls('jobs.list').length).toBeLessThan(5);
    expect(server.headers('jobs.list').map((sent) => sent['x-activity'])).toContain('none');
  });

  it('does not return to an older answer that arrives after the one of a save', async () => {
    const older = Promise.withResolvers<void>();
    const shown: boolean[] = [];
    let jobs = [job];
    let isHeld = false;
    const server = fakeServer({
      'jobs.list': async () => {
        const page = jobsPage(jobs);
        shown.push(screen.queryByRole('heading', { name: 'Engineer' }) !== null);
        if (isHeld) await older.promise;
        return page;
      },
      'jobs.remove': () => {
        jobs = [];
        return { success: true };
      },
    });
    const stream = leadingTab('hr');
    openPanel('/admin/jobs', 'hr');
    await screen.findByRole('heading', { name: 'Engineer' });
    isHeld = true;
    stream.tell('jobs');
    await expect.poll(() => server.calls('jobs.list')).toHaveLength(2);
    isHeld = false;
    await userEvent.click(screen.getByRole('button', { name: 'Delete Engineer' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Job' }));
    await expect.poll(() => screen.queryByRole('heading', { name: 'Engineer' })).toBeNull();
    const count = shown.length;
    older.resolve();
    stream.tell('jobs');
    await expect.poll(() => shown).toHaveLength(count + 1);
    expect(shown.at(-1)).toBe(false);
  });

  it('shows what others note about an open message', async () => {
    const message = messageRow({ is_read: true });
    const events: OutputOf<'inbox.one'>['events'] = [];
    fakeServer({
      'inbox.list': () => ({ messages: [message], meta: { total: 1, page: 1, per_page: 10 } }),
      'inbox.one': () => ({ message, events: [...events], others: 0 }),
    });
    const stream = leadingTab('hr');
    openPanel('/admin/inbox?message=5', 'hr');
    await screen.findByLabelText('Note');
    events.push(eventRow({ user_name: 'Ben', text: 'Ask Tom' }));
    stream.tell('inbox');
    expect(await screen.findByText('Ask Tom')).toBeDefined();
  });

  it('loads the inbox again for a change of a message, and for no other change', async () => {
    const message = messageRow({ is_read: true });
    const server = fakeServer({
      'inbox.list': () => ({ messages: [message], meta: { total: 1, page: 1, per_page: 10 } }),
      'inbox.one': () => ({ message, events: [], others: 0 }),
      'jobs.list': () => jobsPage([job]),
    });
    const stream = leadingTab('hr');
    // The filter offers the jobs.
    openPanel('/admin/inbox?message=5&kind=application', 'hr');
    await screen.findByLabelText('Note');
    await screen.findByRole('option', { name: 'Engineer' });
    const count = (path: 'inbox.list' | 'inbox.one' | 'inbox.assignees') => server.calls(path).length;
    const counts = () => [count('inbox.list'), count('inbox.one'), count('inbox.assignees')];
    const [list = 0, one = 0, assignees] = counts();
    stream.tell('jobs', 'dashboard', 'activities', 'site');
    await expect.poll(() => server.calls('jobs.list')).toHaveLength(2);
    expect(counts()).toEqual([list, one, assignees]);
    stream.tell('inbox');
    await expect.poll(counts).toEqual([list + 1, one + 1, assignees]);
  });

  it('counts as activity what a key, a click or a touch starts, and what follows by its answer', async () => {
    let jobs = [job, jobRow({ id: 2, title: 'Architect' })];
    const server = fakeServer({
      'jobs.list': () => jobsPage(jobs),
      'jobs.remove': () => {
        jobs = [jobs[1]!];
        return { success: true };
      },
    });
    const stream = leadingTab('hr');
    openPanel('/admin/jobs', 'hr');
    await screen.findByRole('heading', { name: 'Engineer' });
    const isActivity = (path: 'jobs.list' | 'jobs.remove') =>
      server.headers(path).map((sent) => sent['x-activity'] === undefined);
    expect(isActivity('jobs.list')).toEqual([true]);
    stream.tell('jobs');
    await expect.poll(() => isActivity('jobs.list')).toEqual([true, false]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete Engineer' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Job' }));
    await expect.poll(() => isActivity('jobs.list')).toEqual([true, false, true]);
    expect(isActivity('jobs.remove')).toEqual([true]);
    // The answer to a reload starts nothing of the person.
    stream.tell('jobs');
    await expect.poll(() => isActivity('jobs.list')).toEqual([true, false, true, false]);
    stream.tell('jobs');
    await expect.poll(() => isActivity('jobs.list')).toEqual([true, false, true, false, false]);
  });

  it('asks for nothing that it does not show, nor for the row of an open form', async () => {
    const server = fakeServer({ 'jobs.one': () => ({ job }), 'jobs.list': () => jobsPage([job]) });
    const stream = leadingTab('hr');
    openPanel('/admin/jobs/1/edit', 'hr');
    const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
    await userEvent.type(title, ' of bridges');
    stream.tell('jobs', 'activities', 'site');
    await expect.poll(() => server.calls('site.settings')).toHaveLength(2);
    expect(title.value).toBe('Engineer of bridges');
    expect(server.calls('jobs.one')).toHaveLength(1);
    expect(server.calls('jobs.list')).toEqual([]);
  });

  it('asks again for the list that the document asked for, when the stream stands for the first time', async () => {
    fakeServer({ 'jobs.list': () => jobsPage([jobRow({ id: 2, title: 'Architect' })]) });
    const address = trpcQueryAddress('jobs.list', firstPageQuery(factsOf('jobs').pageSize));
    const answer = Promise.resolve(Response.json({ result: { data: jobsPage([job]) } }));
    const stream = leadingTab('hr');
    Object.assign(window, { [earlyCallsProperty]: new Map([[address, { token: 'token', answer }]]) });
    openPanel('/admin/jobs', 'hr');
    await screen.findByRole('heading', { name: 'Engineer' });
    stream.setLive(true);
    await screen.findByRole('heading', { name: 'Architect' });
  });

  it('asks again for what it shows when the stream stands after a break', async () => {
    let jobs = [job];
    fakeServer({ 'jobs.list': () => jobsPage(jobs) });
    const stream = leadingTab('hr');
    openPanel('/admin/jobs', 'hr');
    await screen.findByRole('heading', { name: 'Engineer' });
    stream.setLive(true);
    stream.setLive(false);
    jobs = [jobRow({ id: 2, title: 'Architect' })];
    stream.setLive(true);
    await screen.findByRole('heading', { name: 'Architect' });
  });
});

describe('the script of a list’s document', () => {
  it.each([
    ['hr', 2],
    ['HR', 2],
    ['content_moderator', 0],
    ['user', 0],
  ])('asks for the jobs as %s with %i calls, because the server records a denial', (role, count) => {
    const asked = vi.fn(async (_address: string) => new Response());
    vi.stubGlobal('fetch', asked);
    sessionStorage.setItem('admin_token', 'token');
    sessionStorage.setItem('admin_user', JSON.stringify({ ...personOf('user'), role }));
    new Function(earlyCallsScript('jobs', '').replaceAll(/<.?script[^>]*>/g, ''))();
    expect(asked).toHaveBeenCalledTimes(count);
  });
});
