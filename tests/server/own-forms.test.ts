import { expect, test } from 'vitest';
import { callProcedure } from '../support/api-calls.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite({ parts: loadBuiltPages });
const act = (name: string, input: Record<string, unknown>) =>
  callProcedure(site, 'rest', 'admin', name, input);
const fields = [
  { label: 'Size of the roof', type: 'Line', is_required: true },
  { label: 'What is wrong?', type: 'Text' },
  { label: 'Kind of roof', type: 'Choice', choices: 'Flat\nPitched', is_required: true },
  { label: 'By when', type: 'Date' },
  { label: 'I have read the terms', type: 'Tick', is_required: true },
  { label: 'Plan', type: 'File' },
];
const form = { kind: 'form', heading: 'Ask for an offer', sent: 'We write within two days.', fields };
const page = { title: 'Offer', place: 'Landing page', is_published: true, slug: 'offer', blocks: [form] };
const person = { name: 'Ada', email: 'ada@example.com' };
const typed = {
  ...person,
  'size-of-the-roof': '120 m²',
  'kind-of-roof': 'Flat',
  'i-have-read-the-terms': '✓',
};

const post = async (id: number, values: Record<string, string>) => {
  const { statusCode, body } = await site.app.inject({
    method: 'POST',
    url: `/pages/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(values).toString(),
  });
  return { status: statusCode, body };
};
const inbox = async () => (await site.as('admin').inbox.list.query({ page: 1 })).messages;

test('the form of a page arrives in the inbox, with and without the API', async () => {
  const { id } = (await act('pages.create', page)).body;
  const shown = (await site.app.inject({ url: '/offer' })).body;
  for (const name of [
    'size-of-the-roof',
    'what-is-wrong',
    'kind-of-roof',
    'by-when',
    'i-have-read-the-terms',
    'cv',
  ])
    expect(shown).toContain(`name="${name}"`);
  expect(shown).toContain(`action="/pages/${id}#site-form"`);

  const sent = await post(id, typed);
  expect(sent.status, sent.body).toBe(200);
  expect(sent.body).toContain('We write within two days.');
  const [message] = await inbox();
  expect(message).toMatchObject({ kind: 'form', subject: 'Offer: Ask for an offer', ...person });
  expect(message!.details).toMatchObject({ 'Size of the roof': '120 m²', page: 'Offer' });
  expect(message!.message).toBe('Size of the roof: 120 m²\nKind of roof: Flat\nI have read the terms: ✓');

  const { status } = await callProcedure(site, 'rest', 'anonymous', 'visitors.ownForm', {
    id,
    ...typed,
    'what-is-wrong': 'It leaks',
  });
  expect(status).toBe(201);
  expect((await inbox()).some((one) => one.message === 'It leaks')).toBe(true);
});

test('a refused form keeps what was typed, also in fields that it no longer has', async () => {
  const { id } = (await act('pages.create', page)).body;
  const { 'kind-of-roof': _, ...without } = typed;
  const refused = await post(id, without);
  expect(refused.status).toBe(422);
  expect(refused.body).toContain('Please fill in this field.');
  expect(refused.body).toContain('value="120 m²"');

  // The form changes while somebody types
  const changed = { ...form, fields: [{ label: 'Colour', type: 'Line', is_required: true }] };
  await act('pages.update', { id, ...page, blocks: [changed] });
  const other = await post(id, typed);
  expect(other.status).toBe(422);
  expect(other.body).toContain('Please fill in this field.');
  expect(other.body).toMatch(/type="hidden" name="size-of-the-roof" value="120 m²"/);
  const again = await post(id, { ...typed, colour: 'Red' });
  expect(again.status).toBe(200);
  expect((await inbox())[0]!.message).toContain('size-of-the-roof: 120 m²');
  await act('pages.update', { id, ...page, blocks: [] });
  expect((await post(id, typed)).status).toBe(404);
});

test('all wrong fields are named at once, those of every form and those that staff added', async () => {
  const needsFile = { ...form, fields: [...fields.slice(0, -1), { ...fields.at(-1), is_required: true }] };
  const { id } = (await act('pages.create', { ...page, blocks: [needsFile] })).body;
  const { status, body } = await callProcedure(site, 'rest', 'anonymous', 'visitors.ownForm', {
    id,
    email: 'ada',
    'by-when': 'soon',
  });
  expect(status).toBe(422);
  expect(Object.keys(body.errors as object).sort()).toEqual([
    'by-when',
    'cv',
    'email',
    'i-have-read-the-terms',
    'kind-of-roof',
    'name',
    'size-of-the-roof',
  ]);
});

test('a page has one form, and a form one file', async () => {
  const twice = await act('pages.create', { ...page, blocks: [form, form] });
  expect(twice.body.errors).toMatchObject({ 'blocks.1': ['A page may have one form'] });
  const files = [...fields, { label: 'Photograph', type: 'File' }];
  const { body } = await act('pages.create', { ...page, blocks: [{ ...form, fields: files }] });
  expect(body.errors).toMatchObject({ 'blocks.0.fields.6.type': ['A form may take one file'] });
});

test('fields of the same label, or with that of a fixed field, keep an answer each', async () => {
  const same = ['Budget', 'Budget', 'name', 'Budget (2)', 'page'].map((label) => ({ label, type: 'Line' }));
  const { id } = (await act('pages.create', { ...page, blocks: [{ ...form, fields: same }] })).body;
  const answers = { budget: '1', 'budget-2': '2', 'name-2': '3', 'budget-2-2': '4', page: '5' };
  expect((await post(id, { ...person, ...answers })).status).toBe(200);
  const [message] = await inbox();
  expect(message!.details).toMatchObject({
    Budget: '1',
    'Budget (2)': '2',
    'name (2)': '3',
    'Budget (2) (2)': '4',
    'page (2)': '5',
    name: 'Ada',
    page: 'Offer',
  });
});

test('a visitor cannot choose the labels that staff read', async () => {
  const { id } = (await act('pages.create', page)).body;
  const labels = [
    'x'.repeat(50_000),
    'a\r\nb',
    'a\u202eb',
    'A Label',
    '=1+1',
    '-',
    '',
    'constructor.x',
    '<b>',
  ];
  for (const [at, label] of labels.entries()) {
    const url = `/api/pages/${id}/form`;
    const payload = JSON.stringify({ ...typed, [label]: 'x' });
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', url, headers, payload, remoteAddress: `203.0.113.${at}` } as const;
    expect([label.slice(0, 10), (await site.app.inject(request)).statusCode]).toEqual([
      label.slice(0, 10),
      422,
    ]);
  }
  const metadata = { 'a\u202eb': 1 };
  const entry = { type: 'create', module: 'blog', description: 'D', metadata };
  expect((await site.rest('admin').post('/api/admin/activities', entry)).status).toBe(422);
});

test('the form of a page that does not exist is refused before it is read, and not shown again', async () => {
  const words = 'x'.repeat(50_000);
  const paths = ['/pages/999', '/career/999', '/pages/none'];
  for (const url of paths) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = `message=${words}&message=${words}`;
    const { statusCode, body } = await site.app.inject({ method: 'POST', url, headers, payload });
    expect([url, statusCode, body.includes('xxxx')]).toEqual([url, 404, false]);
  }
});

test('a form of more fields than a form may have is refused, in each encoding', async () => {
  const { id } = (await act('pages.create', page)).body;
  const many = Object.fromEntries(Array.from({ length: 36_000 }, (_, at) => [`k${at}`, '']));
  const some = Object.fromEntries(Object.entries(many).slice(0, 101));
  expect((await post(id, some)).status).toBe(413);
  const { status, body } = await post(id, Object.fromEntries(Object.entries(many).slice(0, 30_000)));
  expect([status, body.length < 100_000]).toEqual([413, true]);
});
