import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createAutosaveQueue } from '../../client/admin/form/autosave/autosave-queue.ts';
import { isOffered } from '../../client/admin/form/autosave/local-database.ts';
import { field } from '../../client/admin/form/form-definition.ts';
import { createFormStore } from '../../client/admin/form/form-reducer.ts';
import { submitRecord } from '../../client/admin/form/submit-record.ts';
import {
  type Answers,
  conflict,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
} from '../support/panel-tests.tsx';
import type { OutputOf, PartialInputOf } from '../support/procedures.ts';
import { jobRow, jobsPage, type Person, personOf, signedIn } from '../support/rows.ts';

preparePanelTests();

const job = jobRow();
const list = '/admin/jobs';
const lists: Answers = { 'jobs.list': () => jobsPage(), 'jobs.one': () => ({ job }) };
const lost = () => {
  throw new Error('the network is away');
};

async function press(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }));
}

const title = () => screen.getByLabelText<HTMLInputElement>('Title');

describe('a save that somebody else came before', () => {
  it('says that it was oneself in another tab', async () => {
    let version = 3;
    fakeServer({
      ...lists,
      'jobs.update': ({ version: sent, title: words }) => {
        if (sent !== version) throw conflict({ ...job, title: 'In the other tab', version });
        version += 1;
        return { job: { ...job, title: words, version } };
      },
    });
    const first = openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), ' there');
    await press('Update Job');
    await waitFor(() => expect(first.address()).toBe(list));
    first.unmount();
    openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), ' here');
    await press('Update Job');
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Not saved: you have changed this in another tab');
    expect(within(notice).getByRole('radio', { name: /^The other tab/ })).toBeDefined();
    expect(notice.textContent).not.toMatch(/someone|their|Updated/i);
  });

  it('asks only about what both have changed, and saves upon their version', async () => {
    const theirs = { ...job, title: 'Theirs', location: 'Leeds', version: 4 };
    let isFirst = true;
    const server = fakeServer({
      ...lists,
      'jobs.update': () => {
        if (!isFirst) return { job: { ...theirs, version: 5 } };
        isFirst = false;
        throw conflict(theirs);
      },
    });
    const { address } = openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), ' mine');
    await userEvent.type(screen.getByLabelText('Department'), ' mine');
    await press('Update Job');
    const notice = await screen.findByRole('alert');
    expect(within(notice).getByRole('group').textContent).toMatch(/Field Technician mine.*Theirs/);
    expect(notice.textContent).toContain('Updated with their changes: Location.');
    expect(screen.getByLabelText<HTMLInputElement>('Location').value).toBe('Leeds');
    await press('Update Job');
    expect(document.activeElement).toBe(within(notice).getAllByRole('radio')[0]);
    expect(server.calls('jobs.update')).toHaveLength(1);
    await userEvent.click(within(notice).getByRole('radio', { name: /^Their version/ }));
    expect(title().value).toBe('Theirs');
    await press('Update Job');
    await waitFor(() => expect(address()).toBe(list));
    expect(server.calls('jobs.update')[1]).toMatchObject<PartialInputOf<'jobs.update'>>({
      version: 4,
      title: 'Theirs',
      location: 'Leeds',
      department: 'Infrastructure mine',
    });
  });

  it('says what to do about a row that was deleted, and keeps the words', async () => {
    fakeServer({
      ...lists,
      'jobs.update': () => {
        throw refusal(404, 'There is no such job.');
      },
    });
    openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), ' mine');
    await press('Update Job');
    expect((await screen.findByRole('alert')).textContent).toMatch(/no such job.*restore it in another tab/);
    expect(title().value).toBe('Field Technician mine');
  });

  it('is known as the own one when only its answer was lost', async () => {
    let tries = 0;
    fakeServer({
      ...lists,
      'jobs.update': () => {
        tries += 1;
        if (tries === 1) lost();
        throw conflict({ ...job, title: 'Field Technician mine', version: 4 });
      },
    });
    const { address } = openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), ' mine');
    await press('Update Job');
    await press('Retry');
    await waitFor(() => expect(address()).toBe(list));
  });
});

it.each([
  { entry: 'the author', changed: {}, isShown: true },
  { entry: 'somebody else', changed: { user: 'grace@example.com' }, isShown: false },
  { entry: 'the author at another form', changed: { place: 'jobs/7' }, isShown: false },
  { entry: 'the author a month later', changed: { at: 0 }, isShown: false },
])('what this browser has kept is offered to $entry: $isShown', ({ changed, isShown }) => {
  const now = 31 * 24 * 60 * 60_000;
  const entry = { user: 'ada@example.com', place: 'jobs/new', at: now - 1, ...changed };
  expect(isOffered(entry, { user: 'ada@example.com', places: ['jobs/new'], now })).toBe(isShown);
});

describe('a session that ends over unsaved words', () => {
  const user = personOf('hr');

  function openEnded(person: Person) {
    let token = 'token';
    const server = fakeServer({
      ...lists,
      'jobs.update': () => {
        if (token === 'token') throw refusal(401, 'Please sign in.');
        return { job: { ...job, version: 4 } };
      },
      'auth.login': () => {
        token = 'another';
        return signedIn(person, token);
      },
    });
    return { ...openPanel(`${list}/3/edit`, 'hr'), server };
  }

  async function signIn() {
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    await userEvent.type(within(dialog).getByLabelText('Password'), 'correct-horse-9');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
  }

  it('is signed in again in place, and the same save goes on', async () => {
    const { server, address, left } = openEnded(user);
    await userEvent.type(await screen.findByLabelText('Title'), '!');
    await press('Update Job');
    await signIn();
    await waitFor(() => expect(address()).toBe(list));
    const [first, second] = server.calls('jobs.update');
    expect(second).toEqual(first);
    expect(server.headers('jobs.update')[1]).toMatchObject({
      authorization: 'Bearer another',
    });
    expect(left).toEqual([]);
  });

  it('shows nothing of them to somebody else', async () => {
    const { server, left } = openEnded({ ...user, id: 2, name: 'Grace', email: 'grace@example.com' });
    await userEvent.type(await screen.findByLabelText('Title'), ' secret');
    await press('Update Job');
    await signIn();
    await waitFor(() => expect(left).toEqual(['/admin']));
    expect(screen.queryByDisplayValue(/secret/)).toBeNull();
    expect(server.calls('jobs.update')).toHaveLength(1);
  });

  it('clears the session and goes to /admin when the person chooses it, or has typed nothing', async () => {
    const { left } = openEnded(user);
    await screen.findByLabelText('Title');
    await press('Update Job');
    await waitFor(() => expect(left).toEqual(['/admin']));
    sessionStorage.setItem('admin_token', 'token');
    sessionStorage.setItem('admin_user', JSON.stringify(user));
    await userEvent.type(title(), '!');
    await press('Update Job');
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Discard changes' }));
    expect(left).toEqual(['/admin', '/admin']);
    expect(sessionStorage.getItem('admin_token')).toBeNull();
  });
});

it('a session that another tab reports as refused while a screen is loading leads to the sign-in page', async () => {
  fakeServer(lists);
  const { left } = openPanel(list, 'hr');
  sessionStorage.clear();
  await waitFor(() => expect(left).toEqual(['/admin/login']));
});

describe('typing', () => {
  it('counts as activity, now and then', async () => {
    const server = fakeServer({ ...lists, 'auth.user': () => ({ user: personOf('hr') }) });
    const now = vi.spyOn(Date, 'now');
    openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), 'ab');
    expect(server.calls('auth.user')).toEqual([]);
    const later = Date.now() + 3 * 60_000;
    now.mockReturnValue(later);
    await userEvent.type(title(), 'cd');
    await waitFor(() => expect(server.calls('auth.user')).toHaveLength(1));
    expect(server.headers('auth.user')[0]).not.toHaveProperty('x-activity');
    now.mockRestore();
  });

  it('is not interrupted when the server refuses the session to a call in the background', async () => {
    let isSignedIn = true;
    const server = fakeServer({
      ...lists,
      'presence.jobs.open': () => {
        if (!isSignedIn) throw refusal(401, 'Please sign in.');
        return { colleagues: [] };
      },
    });
    const { left } = openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), '!');
    // With the caret in a text, no dialog would open anyway.
    const button = screen.getByRole('button', { name: 'Update Job' });
    act(() => button.focus());
    isSignedIn = false;
    // The task in which the person typed is over.
    await new Promise((done) => setTimeout(done));
    const calls = server.calls('presence.jobs.open').length;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(server.calls('presence.jobs.open').length).toBeGreaterThan(calls));
    await userEvent.keyboard('{Shift}');
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.type(title(), '?');
    expect(title().value).toBe(`${job.title}!?`);
    expect(left).toEqual([]);
  });

  it('shows who else has the row open', async () => {
    const colleague = { name: 'Ben', is_here: true, unsaved_since: null };
    fakeServer({ ...lists, 'presence.jobs.open': () => ({ colleagues: [colleague] }) });
    openPanel(`${list}/3/edit`, 'hr');
    const others = await screen.findByRole('list', { name: 'Others in this form' });
    expect(others.textContent).toBe('Ben is here');
  });

  it('is asked about before it is left', async () => {
    fakeServer(lists);
    const { address } = openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), '!');
    await press('Cancel');
    await press('Keep editing');
    expect(title().value).toBe('Field Technician!');
    await press('Cancel');
    await press('Discard changes');
    await waitFor(() => expect(address()).toBe(list));
  });

  it('goes on while a save is under way, and what came since stays', async () => {
    const answer = Promise.withResolvers<OutputOf<'jobs.update'>>();
    const server = fakeServer({ ...lists, 'jobs.update': () => answer.promise });
    const { address } = openPanel(`${list}/3/edit`, 'hr');
    await userEvent.type(await screen.findByLabelText('Title'), ' one');
    await press('Update Job');
    await userEvent.type(title(), ' two');
    answer.resolve({ job: { ...job, title: 'Field Technician one', version: 4 } });
    await screen.findByText('Job saved');
    expect(address()).toBe(`${list}/3/edit`);
    expect(title().value).toBe('Field Technician one two');
    await press('Update Job');
    await waitFor(() => expect(server.calls('jobs.update')).toHaveLength(2));
    expect(server.calls('jobs.update')[1]).toMatchObject<PartialInputOf<'jobs.update'>>({
      version: 4,
      title: 'Field Technician one two',
    });
  });
});

describe('a new row', () => {
  async function fill() {
    for (const label of [
      'Title',
      'Description',
      'Department',
      'Location',
      'Requirement 1',
      'Responsibility 1',
    ])
      await userEvent.type(await screen.findByLabelText(label), 'x');
  }

  it('is sent once however often the button is pressed', async () => {
    const server = fakeServer({ ...lists, 'jobs.create': () => ({ id: 3, job }) });
    const { address } = openPanel(`${list}/new`, 'hr');
    await fill();
    const button = screen.getByRole('button', { name: 'Create Job' });
    act(() => {
      for (let clicks = 0; clicks < 10; clicks += 1) fireEvent.click(button);
    });
    await waitFor(() => expect(address()).toBe(list));
    expect(server.calls('jobs.create')).toHaveLength(1);
  });

  it('carries one key through a lost answer, and another for other words after a refusal', async () => {
    const answers = [
      lost,
      () => Promise.reject(refusal(422, 'No.', { title: ['No'] })),
      () => ({ id: 3, job }),
    ];
    const server = fakeServer({ ...lists, 'jobs.create': () => answers.shift()!() });
    const { address } = openPanel(`${list}/new`, 'hr');
    await fill();
    await press('Create Job');
    await press('Retry');
    await screen.findByText('No');
    await userEvent.type(title(), 'y');
    await press('Create Job');
    await waitFor(() => expect(address()).toBe(list));
    const keys = server.headers('jobs.create').map((headers) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('that was stored though its answer was lost is changed, not made again', async () => {
    interface Words {
      title: string;
    }
    interface Row extends Words {
      id: number;
      version: number;
      updated_at: string;
    }
    const definition = {
      name: 'words',
      fields: [field<Words>('title', 'Title')],
      toValues: ({ title: stored }: Row) => ({ title: stored }),
    };
    const store = createFormStore<Words>(definition, { values: { title: '' } }, 'key');
    const stored: string[] = [];
    const run = (words: string, isLost: boolean) => {
      store.send({ type: 'change', values: { title: words } });
      const rowOf = (values: Words, version: number) => ({ ...values, id: 7, version, updated_at: '' });
      return submitRecord<Words, Row>({
        definition,
        store,
        calls: {
          create: async (values, { context }) => {
            stored.push(`${context.requestKey} ${values.title}`);
            return isLost ? lost() : rowOf(values, 1);
          },
          update: async (values, { version }) => rowOf(values, version + 1),
          refresh: async () => {},
        },
        onCreate: async () => {},
        onBegin: () => {},
      });
    };
    expect(await run('first', true)).toBeUndefined();
    expect(await run('second', false)).toMatchObject({ title: 'second', version: 2 });
    expect(new Set(stored).size).toBe(1);
  });
});

describe('a draft that is stored on the server', () => {
  const draftOf = (opening: string, typed: string, more: object = {}) => ({
    opening,
    saved_at: '2026-11-24T10:00:00.000Z',
    base_version: job.version,
    fields: {
      draft: { title: typed },
      ground: { base: { title: job.title } },
      attempt: { key: 'a'.repeat(32) },
      ...more,
    },
  });

  it('is removed when it is restored, even if the person types while the server stores its content anew', async () => {
    const stored = Promise.withResolvers<OutputOf<'workingCopies.jobs.save'>>();
    const server = fakeServer({
      ...lists,
      'workingCopies.jobs.list': () => ({ copies: [draftOf('an-earlier-one', 'Restored')] }),
      'workingCopies.jobs.save': () => stored.promise,
    });
    openPanel(`${list}/3/edit`, 'hr');
    await press('Restore draft');
    await waitFor(() => expect(server.calls('workingCopies.jobs.save')).toHaveLength(1));
    await userEvent.type(title(), ' and typed');
    expect(server.calls('workingCopies.jobs.remove')).toEqual([]);
    stored.resolve({ saved_at: '2026-11-24T10:00:00.000Z' });
    await waitFor(() =>
      expect(server.calls('workingCopies.jobs.remove')).toEqual([{ opening: 'an-earlier-one' }]),
    );
  });

  it('stays on the server until its restored content is stored there or saved', async () => {
    const server = fakeServer({
      ...lists,
      'workingCopies.jobs.list': () => ({ copies: [draftOf('an-earlier-one', 'Restored')] }),
      'workingCopies.jobs.save': lost,
      'jobs.update': () => ({ job: { ...job, title: 'Restored', version: 4 } }),
    });
    const { address } = openPanel(`${list}/3/edit`, 'hr');
    await press('Restore draft');
    await waitFor(() => expect(server.calls('workingCopies.jobs.save')).toHaveLength(1));
    expect(server.calls('workingCopies.jobs.remove')).toEqual([]);
    await press('Update Job');
    await waitFor(() => expect(address()).toBe(list));
    expect(server.calls('workingCopies.jobs.remove')).toContainEqual({ opening: 'an-earlier-one' });
  });

  it('is not offered again when a later draft contains its content, because the tab closed before it removed the draft', async () => {
    const server = fakeServer({
      ...lists,
      'workingCopies.jobs.list': () => ({
        copies: [
          draftOf('an-earlier-one', 'Restored'),
          draftOf('a-later-one', 'Restored and typed', { unneeded: ['an-earlier-one'] }),
        ],
      }),
    });
    openPanel(`${list}/3/edit`, 'hr');
    await press('Restore draft');
    expect(title().value).toBe('Restored and typed');
    expect(screen.queryByRole('button', { name: 'Restore draft' })).toBeNull();
    expect(server.calls('workingCopies.jobs.remove')).toContainEqual({ opening: 'an-earlier-one' });
  });
});

describe('the queue of the autosaves of one place', () => {
  /** The write of each task ends when the test says so. */
  function queueOf() {
    const begun: string[] = [];
    const ends: PromiseWithResolvers<void>[] = [];
    const queue = createAutosaveQueue<string>((task) => {
      begun.push(task === 'nothing' ? task : task().content.draft);
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    });
    const add = (draft: string) =>
      queue.add(() => ({
        content: { draft, ground: { row: undefined, base: '' }, attempt: { key: '' } },
        changed: [],
        files: {},
      }));
    return { queue, add, begun, ends };
  }

  it('writes one task at a time, and of those that wait only the latest', async () => {
    const { queue, add, begun, ends } = queueOf();
    const first = add('a');
    await waitFor(() => expect(begun).toEqual(['a']));
    void add('b');
    const last = add('c');
    const after = queue.after(async () => void begun.push('removed another'));
    ends[0]!.resolve();
    await first;
    await waitFor(() => expect(begun).toEqual(['a', 'c']));
    ends[1]!.resolve();
    await Promise.all([last, after]);
    expect(begun).toEqual(['a', 'c', 'removed another']);
  });

  it('removes the autosave after a running write, and writes a failed task again, unless another waits', async () => {
    const { queue, add, begun, ends } = queueOf();
    void add('a');
    await waitFor(() => expect(begun).toEqual(['a']));
    const removal = queue.add('nothing');
    ends[0]!.reject(new Error('the disk is full'));
    await waitFor(() => expect(begun).toEqual(['a', 'nothing']));
    ends[1]!.resolve();
    await removal;
    const failed = add('b');
    await waitFor(() => expect(begun).toHaveLength(3));
    ends[2]!.reject(new Error('the disk is full'));
    await failed;
    const again = queue.flush();
    await waitFor(() => expect(begun).toEqual(['a', 'nothing', 'b', 'b']));
    ends[3]!.resolve();
    await again;
  });
});
