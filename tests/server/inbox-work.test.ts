import { expect, test } from 'vitest';
import { User } from '../../src/modules/users/user.ts';
import { createJob, createMessage, createUser } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const path = '/api/admin/messages';
const site = useSite({
  fill: async ({ database }) => {
    const em = database.fork();
    for (const role of ['hr', 'content_moderator'] as const) {
      await createUser(em, { name: `Some ${role}`, email: `some-${role}@example.com`, role });
    }
    await createMessage(em, { subject: 'Oak stairs', email: 'Eva@example.com' });
    await createMessage(em, { subject: 'Oak stairs again', email: 'eva@example.com' });
    await createMessage(em, {
      subject: 'Cheap links',
      email: 'eva@example.com',
      spam_reasons: ['only links'],
    });
  },
});

const inbox = () => site.as('hr').inbox;
const idOf = async (role: 'hr' | 'content_moderator') =>
  (await site.database.fork().findOneOrFail(User, { role })).id;

test('acts and notes of staff stand in the timeline of a message, oldest first', async () => {
  const user_id = await idOf('hr');
  const { results } = await inbox().assign.mutate({ ids: [1, 99], user_id });
  expect(results).toEqual([
    { id: 1, outcome: 'changed', version: expect.any(Number) },
    { id: 99, outcome: 'not_found' },
  ]);
  expect((await inbox().assign.mutate({ ids: [1], user_id })).results[0]!.outcome).toBe('unchanged');
  const noted = await site.rest('admin').post(`${path}/1/notes`, { text: '  Ask Tom for the price  ' });
  expect(noted).toMatchObject({
    status: 201,
    body: { event: { type: 'note', text: 'Ask Tom for the price' } },
  });
  await site.rest('hr').post(`${path}/state`, { ids: [1], state: 'closed' });
  const { message, events, others } = await inbox().one.query({ id: 1 });
  expect(message).toMatchObject({ state: 'closed', is_read: true, assignee: { id: user_id } });
  expect(others).toBe(1);
  expect(events.map(({ type, before, after }) => ({ type, before, after }))).toEqual([
    {
      type: 'assigned',
      before: { assignee_id: null, assignee: null },
      after: { assignee_id: user_id, assignee: message.assignee!.name },
    },
    { type: 'note', before: null, after: null },
    {
      type: 'state',
      before: { state: 'open', is_read: false, closed_at: null },
      after: { state: 'closed', is_read: true, closed_at: events[2]!.created_at },
    },
  ]);
});

test('a message is found by the words of its notes, and still by its own when notes are long', async () => {
  const long = `${'needle '.repeat(700)}end`;
  for (let count = 0; count < 11; count++) await inbox().note.mutate({ id: 1, text: `${long}${count}x` });
  await inbox().note.mutate({ id: 1, text: 'Façade in LARCH' });
  for (const [search, found] of [
    ['facade in larch', [1]],
    ['oak stairs', [2, 1]],
    ['end10x', [1]],
    // Beyond 50,000 characters the oldest notes are not searched.
    ['end0x', []],
  ] as const) {
    const { messages } = await inbox().list.query({ search });
    expect(
      messages.map(({ id }) => id).toSorted((a, b) => b - a),
      search,
    ).toEqual(found);
  }
});

test('wrong input is refused in words, and changes nothing', async () => {
  const stranger = await idOf('content_moderator');
  for (const [act, body, field] of [
    ['assign', { ids: [1], user_id: stranger }, 'user_id'],
    ['assign', { ids: [1], user_id: 9999 }, 'user_id'],
    ['assign', { ids: [1] }, 'user_id'],
    ['state', { ids: [1], state: 'done' }, 'state'],
    ['1/notes', { text: '   ' }, 'text'],
    ['1/notes', { text: 'x'.repeat(5001) }, 'text'],
  ] as const) {
    const { status, body: answer } = await site.rest('hr').post(`${path}/${act}`, body);
    expect({ status, named: Object.keys(answer.errors) }, `${act} ${field}`).toEqual({
      status: 422,
      named: [field],
    });
  }
  expect((await site.rest('hr').post(`${path}/99/notes`, { text: 'Hello' })).status).toBe(404);
  expect(await inbox().one.query({ id: 1 })).toMatchObject({ events: [], message: { state: 'open' } });
});

test('a person who loses the access or the account is taken from the messages that are not closed', async () => {
  const admin = site.as('admin');
  const losses: [name: string, lose: (id: number) => Promise<unknown>][] = [
    ['role', (id) => admin.users.patch.mutate({ id, role: 'user' })],
    ['deactivated', (id) => admin.users.deactivate.mutate({ id })],
    ['deleted', (id) => admin.users.remove.mutate({ id })],
  ];
  for (const [name, lose] of losses) {
    const { id } = await createUser(site.database.fork(), { name, email: `${name}@example.com`, role: 'hr' });
    await inbox().assign.mutate({ ids: [1, 2], user_id: id });
    await inbox().setState.mutate({ ids: [2], state: 'closed' });
    await lose(id);
    const { message, events } = await inbox().one.query({ id: 1 });
    expect(message.assignee, name).toBeNull();
    expect(events.at(-1), name).toMatchObject({
      type: 'assigned',
      before: { assignee: name },
      after: { assignee: null },
    });
    const closed = (await inbox().one.query({ id: 2 })).message;
    expect(closed.assignee?.name, name).toBe(name === 'deleted' ? undefined : name);
    await inbox().setState.mutate({ ids: [2], state: 'open' });
  }
  const names = (await inbox().assignees.query()).assignees.map(({ name }) => name);
  for (const [name] of losses) expect(names).not.toContain(name);
});

test('acts are taken back once, unless somebody has changed the same since or has lost the access', async () => {
  const { id } = await createUser(site.database.fork(), {
    name: 'Eve',
    email: 'eve@example.com',
    role: 'hr',
  });
  const versionOf = async (act: Promise<{ results: { id: number; version?: number | undefined }[] }>) =>
    (await act).results.map(({ id, version = 0 }) => ({ id, version }));
  const undo = async (rows: { id: number; version: number }[]) =>
    (await site.rest('admin').post(`${path}/undo`, { rows })).body.results.map(
      ({ outcome }: { outcome: string }) => outcome,
    );
  const trashed = await versionOf(inbox().trash.mutate({ ids: [1, 2] }));
  await site.as('admin').inbox.restore.mutate({ ids: [2] });
  expect(await undo(trashed)).toEqual(['changed', 'unchanged']);
  expect(await undo(trashed)).toEqual(['unchanged', 'unchanged']);
  const { message, events } = await inbox().one.query({ id: 1 });
  expect(message.folder).toBe('inbox');
  expect(events.map(({ type }) => type)).toEqual(['trashed', 'restored']);

  const answered = await versionOf(inbox().setState.mutate({ ids: [1], state: 'answered' }));
  await inbox().setState.mutate({ ids: [1], state: 'closed' });
  expect(await undo(answered)).toEqual(['unchanged']);
  expect((await inbox().one.query({ id: 1 })).message.state).toBe('closed');

  await inbox().assign.mutate({ ids: [1], user_id: id });
  const taken = await versionOf(inbox().assign.mutate({ ids: [1], user_id: null }));
  await site.as('admin').users.patch.mutate({ id, role: 'user' });
  expect(await undo(taken)).toEqual(['unchanged']);
  // The version of another message is none of this one.
  expect(await undo([{ id: 2, version: taken[0]!.version }])).toEqual(['unchanged']);
  expect(await undo([{ id: 99, version: 1 }])).toEqual(['not_found']);
});

test('what is restored from the trash is where it was before, with its reasons', async () => {
  await inbox().trash.mutate({ ids: [1, 3] });
  await inbox().restore.mutate({ ids: [1, 3] });
  for (const [id, folder, spam_reasons] of [
    [1, 'inbox', undefined],
    [3, 'spam', ['only links']],
  ] as const) {
    const { message } = await inbox().one.query({ id });
    expect(message).toMatchObject({ folder, ...(spam_reasons && { spam_reasons }) });
  }
});

test('each filter finds the messages that have what it names, in each folder', async () => {
  const em = site.database.fork();
  const job = await createJob(em, { title: 'Mason' });
  const application = await createMessage(em, {
    kind: 'application',
    about_id: job.id,
    attachment_name: 'cv.pdf',
    phone: '+49 (0)30 1234',
    details: { company: 'Çelik & Söhne' },
    created_at: new Date('2024-03-05T12:00:00Z'),
  });
  const { id: person } = (await site.as('hr').auth.user.query()).user;
  await inbox().assign.mutate({ ids: [1], user_id: person });
  await inbox().setState.mutate({ ids: [2], state: 'answered' });
  const own = application.id;
  for (const [query, found] of [
    ['folder=spam', [3]],
    ['folder=trash', []],
    ['state=answered', [2]],
    ['assignee=me', [1]],
    [`assignee=${person}`, [1]],
    ['assignee=none', [2, own]],
    ['kind=application', [own]],
    [`job=${job.id}`, [own]],
    ['has_file=true', [own]],
    ['has_file=false', [2, 1]],
    ['until=2024-03-05T12:00:01Z', [own]],
    ['since=2024-03-05T12:00:00Z&until=2024-03-06T00:00:00Z', [own]],
    ['since=2024-03-05T12:00:01Z', [2, 1]],
    ['search=celik', [own]],
    ['search=49030123', [own]],
    ['search=cheap&folder=spam', [3]],
    ['state=open&assignee=none&has_file=true', [own]],
  ] as const) {
    const { body } = await site.rest('hr').get(`${path}?${query}`);
    expect(
      body.messages?.map(({ id }: { id: number }) => id),
      query,
    ).toEqual(found);
    expect(body.meta.total, query).toBe(found.length);
  }
  for (const query of ['folder=sent', 'assignee=you', 'kind=letter', 'since=yesterday', 'job=x']) {
    const { status, body } = await site.rest('hr').get(`${path}?${query}`);
    expect([status, Object.keys(body.errors)], query).toEqual([422, [query.split('=')[0]]]);
  }
});

test('the counts of the views match what their filters list', async () => {
  const filters = {
    mine: { state: 'open', assignee: 'me' },
    unassigned: { state: 'open', assignee: 'none' },
    open: { state: 'open' },
    answered: { state: 'answered' },
    closed: { state: 'closed' },
  } as const;
  const em = site.database.fork();
  const { user } = await site.as('hr').auth.user.query();
  await createMessage(em, { subject: 'Nobody’s' });
  for (const state of ['open', 'answered', 'closed'] as const) {
    const { id } = await createMessage(em, { subject: state });
    await inbox().assign.mutate({ ids: [id], user_id: user.id });
    await inbox().setState.mutate({ ids: [id], state });
  }
  const counts = await inbox().counts.query();
  for (const [name, filter] of Object.entries(filters)) {
    const { meta } = await inbox().list.query({ ...filter, per_page: 1 });
    expect(counts, name).toHaveProperty(name, meta.total);
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
});
