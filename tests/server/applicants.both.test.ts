// On both databases: the counts by job and by message, and the columns of stages in exports.
import { describe, expect, test } from 'vitest';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createMessage } from '../support/factories.ts';
import { sampledModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';

const sampleJob = sampledModules.find(({ name }) => name === 'jobs')!;

describe.each(databaseKinds)('applicants on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind });
  const createJob = async () => {
    const { body } = await site.rest('admin').post('/api/admin/jobs', { ...sampleJob.sample() });
    return body.job.id as number;
  };
  const createApplication = (about_id: number | null, name = 'Ada') =>
    createMessage(site.database.fork(), { kind: 'application', about_id, name });
  const board = async (id: number) => (await site.as('hr').inbox.applicants.query({ id })).applicants;

  test('an application is in the first stage, moves with an event, and returns by an undo', async () => {
    const hr = site.rest('hr');
    const job = await createJob();
    const { id } = await createApplication(job);
    const { id: other } = await createMessage(site.database.fork());
    expect(await board(job)).toMatchObject([{ id, stage: 'new', notes: 0 }]);
    const moved = await hr.post('/api/admin/messages/stage', { ids: [id, other], stage: 'refused' });
    expect(moved.body.results).toMatchObject([
      { id, outcome: 'changed' },
      { id: other, outcome: 'unchanged' },
    ]);
    const { body } = await hr.get(`/api/admin/messages/${id}`);
    expect(body.message.stage).toBe('refused');
    expect(body.events).toMatchObject([
      { type: 'stage', before: { stage: 'new' }, after: { stage: 'refused' } },
    ]);
    await hr.post('/api/admin/messages/undo', { rows: [{ id, version: moved.body.results[0].version }] });
    expect(await board(job)).toMatchObject([{ id, stage: 'new' }]);
    await hr.post(`/api/admin/messages/${id}/notes`, { text: 'Call her' });
    expect(await board(job)).toMatchObject([{ id, notes: 1 }]);
  });

  test('lists filter by stage and job, and the new ones of each job are counted', async () => {
    const hr = site.rest('hr');
    const [one, two] = [await createJob(), await createJob()];
    const ids: number[] = [];
    for (const job of [one, one, two, null]) ids.push((await createApplication(job)).id);
    await hr.post('/api/admin/messages/stage', { ids: [ids[0]], stage: 'talks' });
    await hr.post('/api/admin/messages/state', { ids: [ids[2]], state: 'closed' });
    const listed = await hr.get(`/api/admin/messages?job=${one}&stage=talks`);
    expect(listed.body.messages.map((message: { id: number }) => message.id)).toEqual([ids[0]]);
    expect(await site.as('hr').inbox.applicantCounts.query()).toMatchObject({
      jobs: [{ id: one, open: 2, new: 1, is_closed: false }],
    });
  });

  test('a job that is closed, by hand or by its day, is counted as closed until its applicants are done or refused', async () => {
    const hr = site.rest('hr');
    const [one, two] = [await createJob(), await createJob()];
    const { id: first } = await createApplication(one);
    const { id: second } = await createApplication(two);
    await hr.patch(`/api/admin/jobs/${one}`, { is_active: false });
    await hr.patch(`/api/admin/jobs/${two}`, { closes_at: '2020-01-01' });
    const counts = async () => (await site.as('hr').inbox.applicantCounts.query()).jobs;
    expect(await counts()).toMatchObject([
      { id: two, open: 1, is_closed: true },
      { id: one, open: 1, is_closed: true },
    ]);
    expect((await site.as('hr').inbox.applicants.query({ id: one })).job.is_closed).toBe(true);
    await hr.post('/api/admin/messages/stage', { ids: [first], stage: 'refused' });
    await hr.post('/api/admin/messages/state', { ids: [second], state: 'closed' });
    expect(await counts()).toEqual([]);
  });

  testOnce('a choice to keep the open applicants is for everybody, until somebody else applies', async () => {
    const job = await createJob();
    await createApplication(job);
    await site.rest('hr').patch(`/api/admin/jobs/${job}`, { is_active: false });
    const asks = async (role: 'hr' | 'admin') =>
      !(await site.as(role).inbox.applicants.query({ id: job })).job.keeps_open;
    expect(await asks('admin')).toBe(true);
    await site.as('hr').inbox.keepApplicants.mutate({ id: job });
    await site.as('hr').inbox.keepApplicants.mutate({ id: job });
    expect([await asks('hr'), await asks('admin')]).toEqual([false, false]);
    await createApplication(job, 'Bob');
    expect(await asks('hr')).toBe(true);
  });

  testOnce(
    'the period of a refused application goes on when staff remove the stage, and ends when it is moved',
    async () => {
      const hr = site.rest('hr');
      const { id } = await createApplication(await createJob());
      await hr.post('/api/admin/messages/stage', { ids: [id], stage: 'refused' });
      const due = async () => (await site.as('admin').privacy.due.query()).map(({ figure }) => figure);
      const before = await due();
      expect(before).toEqual(['application_months']);
      const stages = [
        { key: 'incoming', name: 'Incoming' },
        { key: 'no', name: 'No' },
      ];
      await hr.put('/api/admin/settings/answers', { value: { stages } });
      expect(await due()).toEqual(before);
      await hr.post('/api/admin/messages/stage', { ids: [id], stage: 'incoming' });
      expect(await due()).toEqual([]);
    },
  );

  testOnce('a stage that the settings lack is refused, and one that they lose is still shown', async () => {
    const hr = site.rest('hr');
    const job = await createJob();
    const { id } = await createApplication(job);
    const move = (stage: string) => hr.post('/api/admin/messages/stage', { ids: [id], stage });
    expect((await move('hired')).body.errors).toEqual({
      stage: ['Stage must be one of: new, talks, offer, refused'],
    });
    expect((await move('talks')).status).toBe(200);
    const stages = [
      { key: 'incoming', name: 'Incoming' },
      { key: 'refused', name: 'No' },
    ];
    const saved = await hr.put('/api/admin/settings/answers', { value: { stages } });
    expect(saved.status).toBe(200);
    expect(await board(job)).toMatchObject([{ id, stage: 'talks' }]);
    expect(await site.as('hr').inbox.stages.query()).toEqual({ stages });
  });

  testOnce('only admins and HR see applicants', async () => {
    const job = await createJob();
    const { id } = await createApplication(job);
    for (const role of ['content_moderator', 'user'] as const) {
      const call = site.as(role);
      await expect(call.inbox.applicants.query({ id: job })).rejects.toMatchObject({
        data: { httpStatus: 403 },
      });
      await expect(call.inbox.applicantCounts.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
      await expect(call.inbox.stages.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
      const moved = await site.rest(role).post('/api/admin/messages/stage', { ids: [id], stage: 'talks' });
      expect(moved.status).toBe(403);
    }
    await expect(site.as('hr').inbox.applicants.query({ id: 99_999 })).rejects.toMatchObject({
      data: { httpStatus: 404 },
    });
  });
});
