import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { describeChange } from '../../src/log/activity-views.ts';
import type { Role } from '../../src/shared/roles.ts';
import { buildFormData } from '../support/callers.ts';
import { sampledModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';

const path = '/api/admin/activities';
const words = { excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };
const claims = { user_id: 1, verified: true, is_verified: true, role: 'admin', by: 'the server', 'a"b': 1 };

const site = useSite();

const report = (body: object) => site.rest('admin').post(path, { type: 'update', module: 'blog', ...body });
const create = async (title: string): Promise<number> =>
  (await site.rest('admin').post('/api/admin/blog-posts', buildFormData({ ...words, title }))).body.id;
const newest = async (role: Role) => (await site.rest(role).get(`${path}?page=1`)).body.activities[0];

test('a confirmed entry has the metadata of the server alone, whoever came first', async () => {
  const metadata = (id: number | undefined, title: string) => ({
    ...(id && { post_id: id }),
    title,
    ...claims,
  });
  const told = { type: 'create', description: 'Wrote it' };

  const after = await create('After');
  const joined = await report({ ...told, metadata: metadata(after, 'Claimed') });
  expect(joined.body.activity).toMatchObject({ verified: true, note: 'Wrote it' });
  await report({ ...told, metadata: metadata(undefined, 'Before') });
  const before = await create('Before');

  const { activities } = (await site.rest('admin').get(`${path}?type=create`)).body;
  expect(activities.map(({ metadata }: { metadata: object }) => metadata)).toEqual([
    { post_id: before, title: 'Before', category: 'Technology' },
    { post_id: after, title: 'After', category: 'Technology' },
  ]);
});

test('an entry that nothing confirms keeps the known metadata alone', async () => {
  const known = {
    post_id: 99,
    title: 'T',
    name: 'N',
    section: 'S',
    type: 'Y',
    department: 'D',
    is_active: false,
  };
  const metadata = { ...claims, ...known, category: 'C', job_id: 7, tags: ['a'], __proto__: null };
  const { body } = await report({ description: 'Told', metadata });
  expect(body.activity).toMatchObject({ verified: false, description: 'Told', note: 'Told' });
  expect(body.activity.metadata).toEqual({ ...known, category: 'C', role: 'admin' });
});

test('words with line breaks, control characters or marks of direction are refused under their field', async () => {
  for (const mark of ['\n', '\r', '\u2028', '\u0007', '\u001b[31m', '\u202e', '\u2066']) {
    const texts = {
      description: { description: `a${mark}b` },
      metadata: { metadata: { title: `a${mark}b` } },
    };
    for (const [field, change] of Object.entries(texts)) {
      const { status, body } = await report({ description: 'Told', ...change });
      expect([field, mark, status, Object.keys(body.errors ?? {})]).toEqual([field, mark, 422, [field]]);
    }
  }
});

test('a title cannot end the quotation in the sentence of the server', async () => {
  const sentence = (title: string) => describeChange({ type: 'update', module: 'blog' }, title);
  expect(sentence('A" and deleted blog post "B')).toBe('Updated blog post "A\\" and deleted blog post \\"B"');
  expect(sentence('A\\')).toBe('Updated blog post "A\\\\"');
  await create('A" and deleted "B');
  expect((await newest('admin')).description).toBe('Created blog post "A\\" and deleted \\"B"');
});

test('what nothing confirms reads as reported, to every role, in the log, its search and its file', async () => {
  await report({ type: 'create', module: 'job', description: 'Hired the successor' });
  expect(await newest('admin')).toMatchObject({ verified: false, description: 'Hired the successor' });
  expect(await newest('content_moderator')).toMatchObject({
    verified: false,
    description: 'Reported: created job posting, a draft',
  });
  const found = await site.rest('user').get(`${path}?search=reported`);
  expect(found.body.activities[0].description).toBe('Reported: created job posting, a draft');
  const fileOf = async (role: Role) =>
    parse((await site.rest(role).get('/api/admin/activities.csv?module=job')).body, {
      bom: true,
      columns: true,
    });
  expect(await fileOf('admin')).toMatchObject([
    { Description: 'Reported by The admin: Hired the successor', Note: '', Confirmed: 'no' },
  ]);
  expect(await fileOf('user')).toMatchObject([{ Description: 'Reported: created job posting, a draft' }]);
});

test('an entry that a change confirms no longer reads as reported', async () => {
  const job = {
    title: 'Clerk',
    description: 'D',
    type: 'Full-time',
    location: 'L',
    department: 'D',
    is_active: false,
    requirements: ['R'],
    responsibilities: ['R'],
    is_internship: false,
    application_link: '',
  };
  await report({ type: 'create', module: 'job', description: 'Soon', metadata: { title: 'Clerk' } });
  await site.rest('admin').post('/api/admin/jobs', job);
  const seen = await newest('user');
  expect(seen).toMatchObject({ verified: true, description: 'Created job posting: A draft' });
});

test('the report of a save that changed nothing is answered with null, whoever came first, and leaves no entry', async () => {
  const id = await create('Same');
  const save = () => site.rest('admin').patch(`/api/admin/blog-posts/${id}`, { title: 'Same' });
  const about = { description: 'Saved it', metadata: { post_id: id, title: 'Same' } };
  const before = await newest('admin');

  expect((await report(about)).status).toBe(201);
  expect((await save()).status).toBe(200);
  expect(await newest('admin')).toEqual(before);
  expect(await report(about)).toMatchObject({ status: 200, body: { activity: null } });
  expect(await newest('admin')).toEqual(before);

  const { sample } = sampledModules.find(({ name }) => name === 'team')!;
  const { body } = await site.rest('admin').post('/api/admin/team', sample());
  const moved = await site.rest('admin').post(`/api/admin/team/${body.id}/move`, { after: null });
  expect(moved.status).toBe(200);
  const move = { module: 'team', description: 'Moved', metadata: { member_id: body.id } };
  expect(await report(move)).toMatchObject({ status: 200, body: { activity: null } });

  const other = { ...about, metadata: { post_id: id + 1, title: 'Other' } };
  expect((await report(other)).body.activity).toMatchObject({ verified: false });
});
