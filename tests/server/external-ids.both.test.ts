// On both databases: the unique keys of external ids, for rows that are created at the same time too.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { sampledModules, testedModules } from '../support/samples.ts';
import { exportToFolder, importFromFolder, openTransferSite } from '../support/site-transfer.ts';
import { useSite } from '../support/use-site.ts';

const jobs = sampledModules.find(({ name }) => name === 'jobs')!;
const job = (values: object = {}) => ({ ...jobs.sample(), ...values });

describe.each(databaseKinds)('an external id on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const clock = stoppedClock();
  const site = useSite({ on: kind, clock });
  const admin = () => site.rest('admin');
  const at = (id: number) => `/api/admin/jobs/${id}`;
  const create = async (values: object) => {
    const { status, body } = await admin().post('/api/admin/jobs', job(values));
    expect(status, JSON.stringify(body)).toBe(201);
    return body.job as Record<string, unknown> & { id: number; version: number; updated_at: string };
  };

  test.each(testedModules)('finds a row of $name, and no visitor sees it', async (module) => {
    const { path, one, many, sample, publicBy, schedule } = module;
    const url = `/api${path}`;
    const { body } = await admin().post(url, { ...sample(), external_id: 'ats:1', external_hash: 'a1' });
    expect(body[one], JSON.stringify(body)).toMatchObject({ external_id: 'ats:1', changed_since: false });
    await admin().post(url, { ...sample('other'), external_id: 'ats:2' });
    await admin().post(url, sample('third'));
    const found = async (query: string) =>
      (await admin().get(`${url}?${query}`)).body[many].map((row: Record<string, unknown>) => [
        row.external_id,
        row.external_hash,
      ]);
    expect(await found('external_id=ats:1')).toEqual([['ats:1', 'a1']]);
    expect((await found('external_id=ats:1&external_id=ats:2')).toSorted()).toEqual([
      ['ats:1', 'a1'],
      ['ats:2', null],
    ]);
    expect(await found('external_id=ats:9')).toEqual([]);
    if (publicBy) await admin().patch(`${url}/${body.id}`, { [publicBy]: true });
    const shown = await site.rest('anonymous').get(url.replace('/admin', ''));
    expect(JSON.stringify(shown.body)).not.toContain('ats:1');
    if (schedule) {
      const copy = (await admin().post(`${url}/${body.id}/duplicate`)).body[one];
      expect(copy).not.toHaveProperty('external_id');
    }
  });

  testOnce(
    'tells what staff have changed since, and a save of it alone is no change of the row',
    async () => {
      const { id } = await create({ title: 'Turner', external_id: 'ats:1', external_hash: 'a1' });
      const entries = () => site.database.fork().count(Activity, {});
      const read = async () => (await admin().get(at(id))).body.job;
      const before = [await read(), await entries()];
      clock.forward(minute);
      const sent = { title: 'Turner', external_id: 'ats:1', external_hash: 'a1' };
      await admin().patch(at(id), sent);
      expect([await read(), await entries()]).toEqual(before);
      await admin().patch(at(id), { ...sent, external_hash: 'a2' });
      expect([await read(), await entries()]).toEqual([{ ...before[0], external_hash: 'a2' }, before[1]]);

      await admin().patch(at(id), { title: 'Wood turner' });
      expect(await read()).toMatchObject({ external_hash: 'a2', changed_since: true });
      expect((await admin().patch(at(id), sent)).body.job).toMatchObject({
        title: 'Turner',
        changed_since: false,
      });

      expect((await admin().patch(at(id), { external_id: '' })).body.job).not.toHaveProperty('external_id');
      const { errors } = (await admin().patch(at(id), { external_hash: 'a3' })).body;
      expect(errors).toEqual({ external_hash: ['External hash needs an external id'] });
    },
  );

  test('belongs to one row, also in the trash, until that is deleted for good', async () => {
    const first = await create({ title: 'Turner', external_id: 'ats:1' });
    const again = () => admin().post('/api/admin/jobs', job({ title: 'Again', external_id: 'ats:1' }));
    const taken = `The row ${first.id} has this external id.`;
    expect(await again()).toMatchObject({
      status: 409,
      body: { message: taken, current: { id: first.id, title: 'Turner', version: 1, external_id: 'ats:1' } },
    });
    const second = await create({ title: 'Second' });
    const { status, body } = await admin().patch(at(second.id), { external_id: 'ats:1' });
    expect([status, body.errors]).toEqual([422, { external_id: [taken] }]);
    // Other modules have ids of their own.
    const post = sampledModules.find(({ name }) => name === 'blog')!;
    const other = { ...post.sample(), external_id: 'ats:1' };
    expect((await admin().post('/api/admin/blog-posts', other)).status).toBe(201);

    await admin().delete(at(first.id));
    expect(await again()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('in the trash'), current: { id: first.id } },
    });
    await admin().post(`${at(first.id)}/restore`);
    expect((await admin().get(at(first.id))).body.job.external_id).toBe('ats:1');
    await admin().delete(at(first.id));
    await admin().delete(`/api/admin/jobs/trash/${first.id}`);
    expect((await again()).status).toBe(201);
  });

  test('goes to one of two rows that are created at the same time', async () => {
    const both = ['One', 'Two'].map((title) =>
      admin().post('/api/admin/jobs', job({ title, external_id: 'ats:1' })),
    );
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await admin().get('/api/admin/jobs?external_id=ats:1')).body.jobs).toHaveLength(1);
  });

  testOnce('is exported, and an import keeps it unless another row has it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-external-'));
    const [from, to] = [await openTransferSite(kind), await openTransferSite(kind)];
    try {
      const source = from.app.rest('admin');
      for (const [at, title] of ['Turner', 'Joiner'].entries())
        await source.post('/api/admin/jobs', job({ title, external_id: `ats:${at}`, external_hash: 'a1' }));
      await exportToFolder(from, folder);
      const target = to.app.rest('admin');
      await target.post('/api/admin/jobs', job({ title: 'Here', external_id: 'ats:1' }));
      const brought = await importFromFolder(to, folder);
      const outcomes = brought.filter(({ kind: of }) => of === 'external_ids');
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['taken', 'skipped']);
      const titles = async (id: string) =>
        (await target.get(`/api/admin/jobs?external_id=${id}`)).body.jobs.map(
          (row: Record<string, unknown>) => [row.title, row.changed_since],
        );
      expect([await titles('ats:0'), await titles('ats:1')]).toEqual([
        [['Turner', false]],
        [['Here', false]],
      ]);
    } finally {
      await Promise.all([from.close(), to.close(), rm(folder, { recursive: true })]);
    }
  });
});
