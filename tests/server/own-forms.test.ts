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

test('a page has one form, and a form one file', async () => {
  const twice = await act('pages.create', { ...page, blocks: [form, form] });
  expect(twice.body.errors).toMatchObject({ 'blocks.1': ['A page may have one form'] });
  const files = [...fields, { label: 'Photograph', type: 'File' }];
  const { body } = await act('pages.create', { ...page, blocks: [{ ...form, fields: files }] });
  expect(body.errors).toMatchObject({ 'blocks.0.fields.6.type': ['A form may take one file'] });
});
