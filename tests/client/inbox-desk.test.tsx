// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Answers, fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import type { InputOf, OutputOf } from '../support/procedures.ts';
import { eventRow, jobRow, type Message, messageRow } from '../support/rows.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';

preparePanelTests();

const inbox = '/admin/inbox';
type Event = OutputOf<'inbox.one'>['events'][number];

const offer = (id: number): Message => messageRow({ id, subject: `Offer ${id}`, name: 'Rex', is_read: true });

/** Three messages in the inbox, which remember what was done to them. `undo` answers as told. */
function fakeDesk({
  undone = 'changed',
  isRead = true,
  ...answers
}: { undone?: 'changed' | 'unchanged'; isRead?: boolean } & Answers = {}) {
  let messages = [1, 2, 3].map((id) => ({ ...offer(id), is_read: isRead }));
  const events: Event[] = [];
  const change =
    (change: Partial<Message>) =>
    ({ ids }: InputOf<'inbox.trash'>) => {
      messages = messages.map((one) => (ids.includes(one.id) ? { ...one, ...change } : one));
      return { results: ids.map((id) => ({ id, outcome: 'changed' as const, version: 90 + Number(id) })) };
    };
  const server = fakeServer({
    'inbox.list': ({ folder = 'inbox', is_read }) => {
      const shown = messages.filter(
        (one) => one.folder === folder && (is_read === undefined || one.is_read === is_read),
      );
      return { messages: shown, meta: { total: shown.length, page: 1, per_page: 10 } };
    },
    'inbox.one': ({ id }) => ({
      message: messages.find((one) => one.id === Number(id))!,
      events: [...events],
      others: 0,
    }),
    'inbox.assignees': () => ({ assignees: [{ id: 3, name: 'Tom' }] }),
    'inbox.assign': change({ assignee: { id: 3, name: 'Tom' } }),
    'inbox.setState': change({ state: 'closed' }),
    'inbox.markRead': ({ id }) => {
      change({ is_read: true })({ ids: [Number(id)] });
      return { message: messages.find((one) => one.id === Number(id))! };
    },
    'inbox.markManyUnread': change({ is_read: false }),
    'inbox.trash': change({ folder: 'trash' }),
    'inbox.spam': change({ folder: 'spam', spam_reasons: ['Ada marked it as spam.'] }),
    'inbox.markManyNotSpam': change({ folder: 'inbox' }),
    'inbox.restore': change({ folder: 'inbox' }),
    'inbox.undo': ({ rows }) => {
      if (undone === 'changed') change({ folder: 'inbox' })({ ids: rows.map(({ id }) => Number(id)) });
      return { results: rows.map(({ id }) => ({ id: Number(id), outcome: undone })) };
    },
    ...answers,
  });
  return { server, events };
}

const rowOf = (subject: string) => screen.findByRole('button', { name: new RegExp(subject) });
const isGone = (subject: string) =>
  waitFor(() => expect(screen.queryByRole('button', { name: new RegExp(subject) })).toBeNull());
const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));
const select = async (...subjects: string[]) => {
  for (const subject of subjects)
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${subject}` }));
};
/** Gives the window room for a message beside the list. */
const widen = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));

it.skipIf(isShortForm)('loads for each act what it changes, and no more', async () => {
  widen();
  const { server } = fakeDesk({
    isRead: false,
    'inbox.state': () => ({ unread: 3, newest: 3, has_server: true }),
  });
  openPanel(inbox, 'hr');
  await rowOf('Offer 1');
  const paths = ['list', 'one', 'markRead', 'setState', 'undo', 'assignees', 'draftReply'] as const;
  const counts = () =>
    Object.fromEntries(
      paths.map((name) => [name, server.calls(`inbox.${name}`).length] as const).filter(([, count]) => count),
    );
  expect(counts()).toEqual({ list: 1, assignees: 1 });
  await userEvent.click(await rowOf('Offer 1'));
  await expect.poll(counts).toEqual({ list: 2, assignees: 1, markRead: 1, one: 1 });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  const done = { list: 3, assignees: 1, markRead: 2, one: 2, setState: 1 };
  await expect.poll(counts).toEqual(done);
  // The next message stays open, and is not loaded again for a change of the first.
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await expect.poll(counts).toEqual({ ...done, list: 4, undo: 1 });
});

it('marks the unread message that the address opens as read', async () => {
  const { server } = fakeDesk({ isRead: false });
  openPanel(`${inbox}?message=2`, 'hr');
  await screen.findByRole('dialog', { name: 'Message Details' });
  await expect.poll(() => server.calls('inbox.markRead').length).toBe(1);
  await expect.poll(() => server.calls('inbox.list').length).toBe(2);
  const row = document.querySelector('[data-row="2"]')!;
  await waitFor(() => expect(row.textContent).toContain('Read: '));
  server.expectCalls('inbox.markRead', [{ id: 2 }]);
});

it('moves several messages to the trash at once, and back', async () => {
  const { server } = fakeDesk();
  openPanel(inbox, 'hr');
  await select('Offer 1', 'Offer 3');
  await userEvent.click(bar().getByRole('button', { name: 'Move to trash' }));
  await isGone('Offer 1');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await rowOf('Offer 1');
  server.expectCalls('inbox.undo', [
    {
      rows: [
        { id: 1, version: 91 },
        { id: 3, version: 93 },
      ],
    },
  ]);
});

it('says which messages an undo could not change', async () => {
  fakeDesk({ undone: 'unchanged' });
  openPanel(inbox, 'hr');
  await select('Offer 1', 'Offer 2');
  await userEvent.click(bar().getByRole('button', { name: 'Spam' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('“Offer 1”: It has been changed since.');
});

it('assigns several messages to a person', async () => {
  const { server } = fakeDesk();
  openPanel(inbox, 'hr');
  await select('Offer 1', 'Offer 2');
  await userEvent.click(bar().getByRole('button', { name: 'Assign' }));
  const dialog = await screen.findByRole('dialog', { name: 'Assign' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Assign to'), 'Tom');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Assign' }));
  expect(await screen.findByText('2 messages assigned')).toBeDefined();
  server.expectCalls('inbox.assign', [{ ids: [1, 2], user_id: 3 }]);
});

it('lists the spam with its reasons and the trash, and takes messages out of them', async () => {
  const { server } = fakeDesk();
  const { address } = openPanel(`${inbox}?tab=spam`, 'hr');
  expect(await screen.findByText('No spam')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Spam' }));
  await select('Offer 1');
  await userEvent.click(bar().getByRole('button', { name: 'Spam' }));
  await isGone('Offer 1');
  await userEvent.click(screen.getByRole('button', { name: 'Spam' }));
  expect(within(await rowOf('Offer 1')).getByText('Ada marked it as spam.')).toBeDefined();
  await select('Offer 1');
  await userEvent.click(bar().getByRole('button', { name: 'Not spam' }));
  expect(await screen.findByText('No spam')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Trash' }));
  expect(await screen.findByText(/The trash is empty/)).toBeDefined();
  expect(address()).toBe(`${inbox}?tab=trash`);
  server.expectCalls('inbox.markManyNotSpam', [{ ids: [1] }]);
  server.expectLastCall('inbox.list', {
    page: 1,
    per_page: 10,
    folder: 'trash',
    sort: 'listed_at:desc',
  });
});

it('filters by what the address says, and offers the jobs of applications', async () => {
  const { server } = fakeDesk({
    'jobs.list': () => ({
      jobs: [jobRow({ id: 4, title: 'Mason' })],
      meta: { total: 1, page: 1, per_page: 100 },
      stats: { total: 1, by: { 'Full-time': 1, 'Part-time': 0, Contract: 0, Internship: 0 } },
    }),
  });
  const { address } = openPanel(inbox, 'hr');
  await rowOf('Offer 1');
  for (const [label, option] of [
    ['State', 'Answered'],
    ['Assigned', 'Me'],
    ['Form', 'Application'],
    ['File', 'With a file'],
    ['Job', 'Mason'],
  ] as const) {
    await screen.findByRole('option', { name: option });
    await userEvent.selectOptions(screen.getByLabelText(label), option);
  }
  expect(address()).toBe(`${inbox}?state=answered&assigned=me&kind=application&file=true&job=4`);
  await waitFor(() =>
    server.expectLastCall('inbox.list', {
      page: 1,
      per_page: 10,
      state: 'answered',
      assignee: 'me',
      kind: 'application',
      job: 4,
      has_file: true,
      sort: 'listed_at:desc',
    }),
  );
  const csv = screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
  expect(csv).toBe('/api/admin/messages.csv?state=answered&assignee=me&kind=application&job=4&has_file=true');
});

it('is worked through by single keys beside the list, and Escape returns to the row', async () => {
  widen();
  const { server } = fakeDesk();
  openPanel(inbox, 'hr');
  await userEvent.click(await rowOf('Offer 1'));
  const details = await screen.findByRole('dialog', { name: 'Message Details' });
  const subject = () => within(details).getByRole('heading', { level: 3 });
  await waitFor(() => expect(document.activeElement).toBe(subject()));
  await userEvent.keyboard('j');
  await waitFor(() => expect(subject().textContent).toBe('Offer 2'));
  await userEvent.keyboard('e');
  await waitFor(() => expect(subject().textContent).toBe('Offer 3'));
  await userEvent.keyboard('#');
  await waitFor(() => expect(subject().textContent).toBe('Offer 2'));
  server.expectCalls('inbox.setState', [{ ids: [2], state: 'closed' }]);
  server.expectCalls('inbox.trash', [{ ids: [3] }]);
  await userEvent.keyboard('n');
  expect(document.activeElement).toBe(within(details).getByLabelText('Note'));
  await userEvent.keyboard('e{Escape}');
  expect(within(details).getByLabelText<HTMLTextAreaElement>('Note').value).toBe('e');
  expect(document.activeElement).toBe(subject());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await rowOf('Offer 2'));
});

it.each(chooseByForm([true, false], [true]))(
  'takes a note by Ctrl+Enter, and the next key reaches the message (beside: %s)',
  async (isBeside) => {
    if (isBeside) widen();
    const { server } = fakeDesk({
      'inbox.note': ({ text }) => ({ event: eventRow({ id: 13, text }) }),
    });
    openPanel(`${inbox}?message=1`, 'hr');
    const heading = () => screen.queryByRole('heading', { level: 3 });
    await screen.findByRole('heading', { level: 3, name: 'Offer 1' });
    await userEvent.keyboard('nAsk Tom{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.calls('inbox.note')).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(heading()));
    await userEvent.keyboard('nAnd Eva{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await waitFor(() => server.expectCalls('inbox.setState', [{ ids: [1], state: 'closed' }]));
    expect(server.calls('inbox.note')).toMatchObject([{ text: 'Ask Tom' }, { text: 'And Eva' }]);
    await waitFor(() => expect(heading()?.textContent).toBe(isBeside ? 'Offer 2' : undefined));
  },
);

it('adds changed words once after a note that failed, and focuses the row of a message that Back closes', async () => {
  widen();
  let attempts = 0;
  const { server } = fakeDesk({
    'inbox.note': ({ text }) => {
      attempts += 1;
      if (attempts === 1) throw new Error('away');
      return { event: eventRow({ id: 13, text }) };
    },
  });
  const { goBack } = openPanel(inbox, 'hr');
  await userEvent.click(await rowOf('Offer 1'));
  await screen.findByRole('heading', { level: 3, name: 'Offer 1' });
  await userEvent.keyboard('nAsk Tom{Control>}{Enter}{/Control}');
  await screen.findByRole('alert');
  await userEvent.click(screen.getByLabelText('Note'));
  await userEvent.keyboard(' or Eva{Control>}{Enter}{/Control}');
  await screen.findByText('Note added');
  expect(server.calls('inbox.note')).toMatchObject([{ text: 'Ask Tom' }, { text: 'Ask Tom or Eva' }]);
  await goBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await rowOf('Offer 1'));
});

it('undoes by z what the newest notice offers, and nothing without one', async () => {
  widen();
  const { server } = fakeDesk();
  openPanel(inbox, 'hr');
  const row = await rowOf('Offer 1');
  act(() => row.focus());
  await userEvent.keyboard('z#');
  await isGone('Offer 1');
  // The focused row has gone, and keys go on at the heading.
  const heading = screen.getByRole('heading', { name: 'Message Inbox' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const other = await rowOf('Offer 3');
  act(() => other.focus());
  await userEvent.keyboard('z');
  await rowOf('Offer 1');
  expect(document.activeElement).toBe(other);
  await userEvent.keyboard('z');
  server.expectCalls('inbox.undo', [{ rows: [{ id: 1, version: 91 }] }]);
});

it('links to views of the work with the count of each, which are filters', async () => {
  const { server } = fakeDesk({
    'inbox.counts': () => ({ mine: 1, unassigned: 2, open: 3, answered: 1234, closed: 10_001 }),
  });
  const { address } = openPanel(`${inbox}?tab=read&page=2`, 'hr');
  const views = within(await screen.findByRole('navigation', { name: 'Views' }));
  await views.findByRole('link', { name: 'Done 10,000+' });
  expect(views.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Mine 1',
    'Nobody’s 2',
    'Open 3',
    'Answered 1,234',
    'Done 10,000+',
  ]);
  await userEvent.click(views.getByRole('link', { name: 'Nobody’s 2' }));
  expect(address()).toBe(`${inbox}?state=open&assigned=none`);
  await waitFor(() =>
    server.expectLastCall('inbox.list', {
      page: 1,
      per_page: 10,
      state: 'open',
      assignee: 'none',
      sort: 'listed_at:desc',
    }),
  );
  expect(views.getByRole('link', { name: 'Nobody’s 2' }).getAttribute('aria-current')).toBe('page');
  expect(views.getByRole('link', { name: 'Open 3' }).getAttribute('aria-current')).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>('Assigned').value).toBe('none');
});

const keysOfActs = [
  { key: 'e', does: 'marks as done', call: 'inbox.setState' },
  { key: 'u', does: 'marks as unread', call: 'inbox.markManyUnread' },
  { key: '#', does: 'moves to the trash', call: 'inbox.trash' },
] as const;

it.each(keysOfActs.filter(({ key }) => !isShortForm || key === 'u'))(
  'the key $key $does, and nothing else, at the open message and at its row',
  async ({ key, call }) => {
    widen();
    for (const path of [`${inbox}?message=2`, inbox]) {
      const { server } = fakeDesk();
      const { unmount } = openPanel(path, 'hr');
      const row = await rowOf('Offer 2');
      if (path === inbox) act(() => row.focus());
      else await screen.findByRole('heading', { level: 3, name: 'Offer 2' });
      await userEvent.keyboard(key);
      await waitFor(() => expect(server.calls(call), path).toMatchObject([{ ids: [2] }]));
      for (const other of keysOfActs) if (other.call !== call) expect(server.calls(other.call)).toEqual([]);
      unmount();
    }
  },
);

it('shows who else is at the message', async () => {
  fakeDesk({
    'presence.inbox.open': () => ({ colleagues: [{ name: 'Ben', is_here: true, unsaved_since: null }] }),
  });
  openPanel(`${inbox}?message=2`, 'hr');
  const details = await screen.findByRole('dialog', { name: 'Message Details' });
  const others = await within(details).findByRole('list', { name: 'Others at this message' });
  expect(others.textContent).toBe('Ben is here');
});

it('blocks the sender of a message, who is then listed above the spam and can be removed', async () => {
  let attempts = 0;
  let blocked = [{ id: 8, sender: 'junk.example', user_name: 'Ada', created_at: offer(1).created_at }];
  const { server } = fakeDesk({
    'inbox.blockSender': ({ sender }) => {
      attempts += 1;
      if (attempts === 1) throw new Error('away');
      blocked = [{ id: 9, sender, user_name: 'Ada', created_at: offer(1).created_at }, ...blocked];
      return { blocked_sender: blocked[0]! };
    },
    'inbox.blockedSenders': () => ({ blocked_senders: blocked }),
    'inbox.unblockSender': ({ id }) => {
      blocked = blocked.filter((one) => one.id !== Number(id));
      return { success: true };
    },
  });
  openPanel(`${inbox}?message=2`, 'hr');
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block sender…' }));
  const question = await screen.findByRole('dialog', { name: 'Block sender' });
  await userEvent.selectOptions(within(question).getByLabelText('Block'), 'Everybody at example.com');
  await userEvent.click(within(question).getByRole('button', { name: 'Block' }));
  // The dialog keeps the choice after a failure.
  await within(question).findByRole('alert');
  await userEvent.click(within(question).getByRole('button', { name: 'Block' }));
  await isGone('Offer 2');
  server.expectCalls('inbox.blockSender', [{ sender: 'example.com' }, { sender: 'example.com' }]);
  server.expectCalls('inbox.spam', [{ ids: [2] }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Spam' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Blocked senders' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove junk.example' }));
  await waitFor(() => expect(screen.queryByText('junk.example')).toBeNull());
  expect(screen.getByText('example.com')).toBeDefined();
  const list = screen.getByRole('dialog', { name: 'Blocked senders' });
  await waitFor(() => expect(document.activeElement).toBe(list));
});

it('reminds of a message tomorrow, on Monday or on a day, and undoes it', async () => {
  const { server } = fakeDesk({
    'inbox.remind': ({ ids }) => ({
      results: ids.map((id) => ({ id: Number(id), outcome: 'changed' as const, version: 77 })),
    }),
  });
  openPanel(`${inbox}?message=2`, 'hr');
  await screen.findByRole('button', { name: 'Remind me' });
  for (const label of ['Tomorrow', 'On Monday']) {
    await userEvent.keyboard('h');
    await userEvent.click(await screen.findByRole('menuitem', { name: label }));
  }
  await userEvent.click(screen.getByRole('button', { name: 'Remind me' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'On a date…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind me' }));
  await userEvent.type(dialog.getByLabelText('Day'), '2031-02-03');
  await userEvent.click(dialog.getByRole('button', { name: 'Remind me' }));
  await waitFor(() =>
    server.expectCalls('inbox.remind', [
      { ids: [2], on: 'tomorrow' },
      { ids: [2], on: 'monday' },
      { ids: [2], on: '2031-02-03' },
    ]),
  );
  await userEvent.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1)!);
  await screen.findByText('Undone');
  server.expectLastCall('inbox.undo', { rows: [{ id: 2, version: 77 }] });
});

it('shows a reminder in the row and in the message, and removes it', async () => {
  const remind_at = '2031-02-03T07:00:00.000Z';
  const { server, events } = fakeDesk({
    'inbox.list': () => ({
      messages: [{ ...offer(2), remind_at }],
      meta: { total: 1, page: 1, per_page: 10 },
    }),
    'inbox.one': () => ({ message: { ...offer(2), remind_at }, events: [...events], others: 0 }),
    'inbox.remind': () => ({ results: [{ id: 2, outcome: 'changed', version: 77 }] }),
  });
  events.push(
    eventRow({ id: 1, type: 'reminder', user_name: 'Tom', text: null, after: { remind_at } }),
    eventRow({ id: 2, type: 'due', user_name: 'Schedule', text: null }),
    eventRow({ id: 3, type: 'reminder', user_name: 'Tom', text: null, after: { remind_at: null } }),
  );
  openPanel(`${inbox}?message=2`, 'hr');
  const shown = await screen.findByRole('button', { name: /3 Feb 2031/ });
  expect(within(await rowOf('Offer 2')).getByLabelText('Has a reminder')).toBeDefined();
  const lines = within(await screen.findByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Tom set a reminder for 3 Feb 2031/),
    expect.stringMatching(/^The reminder was due/),
    expect.stringMatching(/^Tom removed the reminder/),
  ]);
  await userEvent.click(shown);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'No reminder' }));
  await waitFor(() => server.expectLastCall('inbox.remind', { ids: [2], on: null }));
});
