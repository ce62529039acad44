import { describe, expect, test } from 'vitest';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, testedApiKinds } from '../support/api-calls.ts';
import { createJob } from '../support/factories.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { readEffects } from '../support/stored-effects.ts';

const words = {
  title: 'Network Engineer',
  description: 'Draws maps and follows them.',
  type: 'Contract',
  location: 'London',
  department: 'Infrastructure',
  requirements: ['Patience', 'A van'],
  responsibilities: ['Label cables'],
  is_internship: false,
  is_active: true,
  application_link: 'https://jobs.example.com/apply?id=7#form',
};

const cases = databaseKinds.flatMap((kind) => testedApiKinds.map((face) => ({ kind, face })));

describe.each(cases)('the jobs on $kind through $face', ({ kind, face }) => {
  const site = useSite({ on: kind });
  const act = (name: string, input: Record<string, unknown> = {}) =>
    callProcedure(site, face, 'hr', `jobs.${name}`, input);
  const create = async (more: Record<string, unknown> = {}) =>
    (await act('create', { ...words, ...more })).body.job;

  test('a job is active and not an internship by default', async () => {
    const job = await create({ is_active: undefined, is_internship: undefined, application_link: undefined });
    expect(job).toMatchObject({ is_active: true, is_internship: false, application_link: '' });
  });

  test('IN14 a duration is stored only for an internship, and removed when the job is no longer one', async () => {
    expect(await create({ duration: '3 months' })).toMatchObject({ duration: null });
    const internship = await create({ is_internship: true, duration: ' 3 months ' });
    expect(internship).toMatchObject({ is_internship: true, duration: '3 months' });
    const { id } = internship;
    const untouched = await act('update', { ...words, id, is_internship: true });
    expect(untouched.body.job.duration).toBe('3 months');
    const ended = await act('update', { ...words, id, duration: '3 months', is_internship: false });
    expect(ended.body.job).toMatchObject({ is_internship: false, duration: null });
  });

  test('flags and link stay when a change does not name them, and a link can be emptied', async () => {
    const { id } = await create({ is_active: false });
    const { is_active: _1, is_internship: _2, application_link, ...others } = words;
    const silent = await act('update', { ...others, id });
    expect(silent.body.job).toMatchObject({ is_active: false, application_link });
    for (const empty of ['', null]) {
      await act('update', { ...words, id });
      const emptied = await act('update', { ...words, id, application_link: empty });
      expect(emptied.body.job.application_link).toBe('');
    }
  });

  test('requirements keep their order and duplicates, trimmed', async () => {
    expect(await create({ requirements: [' b ', 'a', 'b'] })).toMatchObject({
      requirements: ['b', 'a', 'b'],
    });
  });

  test('all broken rules of a job are reported at once, with messages', async () => {
    const before = await readEffects(site, Job);
    const answer = await act('create', { title: '  ' });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: {
          title: ['Title is required'],
          description: ['Description is required'],
          type: ['Type is required'],
          location: ['Location is required'],
          department: ['Department is required'],
          requirements: ['At least one requirement is required'],
          responsibilities: ['At least one responsibility is required'],
        },
      },
    });
    expect(await readEffects(site, Job)).toEqual(before);
  });

  const linkRule = 'Application link must be a web address that begins with http:// or https://';
  test.each([
    ['title', 'x'.repeat(201), 'Title may have at most 200 characters'],
    ['title', 7, 'Title must be text'],
    ['description', 'a\u0000b', 'Description contains characters that cannot be stored'],
    ['type', 'full-time', 'Type must be one of: Full-time, Part-time, Contract, Internship'],
    ['type', '', 'Type is required'],
    ['location', '', 'Location is required'],
    ['department', '\n', 'Department is required'],
    ['requirements', [], 'At least one requirement is required'],
    ['requirements', ['Patience', ' '], 'A requirement may not be empty'],
    ['requirements', '["Patience"]', 'Requirements must be a list of text'],
    ['requirements', [{ a: 1 }], 'Requirements must be a list of text'],
    ['responsibilities', [''], 'A responsibility may not be empty'],
    ['responsibilities', Array(101).fill('x'), 'Responsibilities may have at most 100 entries'],
    ['is_internship', 'on', 'Internship must be true or false'],
    ['is_active', 2, 'Active must be true or false'],
    ['duration', 'x'.repeat(101), 'Duration may have at most 100 characters'],
    ['application_link', 'javascript:alert(1)', linkRule],
    ['application_link', 'data:text/html,x', linkRule],
    ['application_link', '//example.com', linkRule],
    ['application_link', 'https://', linkRule],
    ['application_link', 'https://me:secret@example.com/', linkRule],
    ['application_link', 'https://example.com/a\tb', linkRule],
    ['application_link', 'https://exa mple.com/', linkRule],
    ['application_link', 'example.com/jobs', linkRule],
    [
      'application_link',
      `https://example.com/${'x'.repeat(1981)}`,
      'Application link may have at most 2,000 characters',
    ],
  ])('%s = %j is refused under the field, on create and on update', async (field, value, message) => {
    const { id } = await createJob(site.database.fork());
    const before = await readEffects(site, Job);
    for (const name of ['create', 'update']) {
      const answer = await act(name, { ...words, ...(name === 'update' && { id }), [field]: value });
      expect(answer.status, name).toBe(422);
      expect(answer.body.errors[field]?.[0], name).toBe(message);
    }
    expect(await readEffects(site, Job)).toEqual(before);
  });

  test('AZ8 an inactive job is on no public page', async () => {
    const { id } = await create({ is_active: false, title: 'Hidden' });
    const visitor = (name: string, input = {}) =>
      callProcedure(site, face, 'anonymous', `jobs.${name}`, input);
    expect((await visitor('openOne', { id })).status).toBe(404);
    const ids = (await visitor('open')).body.jobs.map((job: { id: number }) => job.id);
    expect(ids).not.toContain(id);
    await act('update', { ...words, id, is_active: true });
    expect((await visitor('openOne', { id })).body).toMatchObject({ job: { id, title: words.title } });
  });
});

describe.each(cases)('the lists of jobs on $kind through $face', ({ kind, face }) => {
  const site = useSite({
    on: kind,
    fill: async (site) => {
      const em = site.database.fork();
      await createJob(em, { title: 'Plain', type: 'Full-time', location: 'Łódź' });
      await createJob(em, { title: 'Short', type: 'Part-time', is_active: false });
      await createJob(em, { title: 'Summer', type: 'Internship', is_internship: true, duration: '3 months' });
      await createJob(em, { title: 'Trainee', type: 'Full-time', is_internship: true });
      await createJob(em, { title: 'Old intern', type: 'Internship', is_internship: true, is_active: false });
    },
  });
  const list = async (query = {}) => (await callProcedure(site, face, 'hr', 'jobs.list', query)).body;
  const open = async (query = {}) => (await callProcedure(site, face, 'anonymous', 'jobs.open', query)).body;
  const titlesIn = ({ jobs }: { jobs: { title: string }[] }) => jobs.map(({ title }) => title);

  test('jobs are listed newest first, including inactive ones, with the counts by type', async () => {
    const answer = await list();
    expect(titlesIn(answer)).toEqual(['Old intern', 'Trainee', 'Summer', 'Short', 'Plain']);
    expect(answer.meta).toEqual({ total: 5, page: 1, per_page: 1000 });
    expect(answer.stats).toEqual({
      total: 5,
      by: { 'Full-time': 1, 'Part-time': 1, Contract: 0, Internship: 3 },
    });
  });

  test('Internship means every internship, and the other types have none', async () => {
    expect(titlesIn(await list({ type: 'Internship' }))).toEqual(['Old intern', 'Trainee', 'Summer']);
    expect(titlesIn(await list({ type: 'Full-time' }))).toEqual(['Plain']);
    expect(titlesIn(await open({ type: 'Internship' }))).toEqual(['Trainee', 'Summer']);
    expect(titlesIn(await open({ type: 'Full-time' }))).toEqual(['Plain']);
  });

  test('a state, a page and a search each return their part', async () => {
    expect(titlesIn(await list({ is_active: false }))).toEqual(['Old intern', 'Short']);
    expect(titlesIn(await list({ is_active: true, page: 2, per_page: 2 }))).toEqual(['Plain']);
    expect((await list({ page: 1 })).meta.per_page).toBe(12);
    expect(titlesIn(await list({ search: 'łÓDŹ' }))).toEqual(['Plain']);
    expect((await list({ search: 'development' })).meta.total).toBe(5);
  });

  test('the public list returns the active jobs and nothing else', async () => {
    const answer = await open();
    expect(Object.keys(answer)).toEqual(['jobs']);
    expect(titlesIn(answer)).toEqual(['Trainee', 'Summer', 'Plain']);
  });

  test('IN14 an unknown type is refused', async () => {
    for (const [name, caller] of [
      ['jobs.list', 'hr'],
      ['jobs.open', 'anonymous'],
    ] as const) {
      const answer = await callProcedure(site, face, caller, name, { type: 'internship' });
      expect(answer).toMatchObject({ status: 422, body: { errors: { type: [expect.any(String)] } } });
    }
  });
});

test('AZ6 the id of the path decides, with any id in the body', async () => {
  const site = await testApp();
  const em = site.database.fork();
  const [mine, other] = [await createJob(em), await createJob(em, { title: 'Other' })];
  const sent = { ...words, id: other.id, created_at: '2001-01-01', search_text: 'x', version: undefined };
  const answer = await site.rest('hr').put(`/api/admin/jobs/${mine.id}`, sent);
  expect(answer.body.job).toMatchObject({
    id: mine.id,
    title: words.title,
    created_at: mine.created_at.toISOString(),
  });
  expect(await site.as('hr').jobs.one.query({ id: other.id })).toMatchObject({ job: { title: 'Other' } });
  await site.close();
});
