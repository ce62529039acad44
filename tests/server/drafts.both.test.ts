// On both databases: empty lists and texts in columns that are not null, and the counts of groups.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { testedModules } from '../support/samples.ts';
import { exportToFolder, importFromFolder, openTransferSite } from '../support/site-transfer.ts';
import { useSite } from '../support/use-site.ts';

type Row = Record<string, unknown> & { id: number; version: number; missing?: string[] };

const modules = testedModules.filter(({ publicBy }) => publicBy !== null);

describe.each(databaseKinds)('a draft on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind });
  const rest = () => site.rest('admin');

  describe.each(modules)('of $name', (module) => {
    const { name, path, one, title, columns, sample, groups, publicBy, schedule } = module;
    const url = `/api${path}`;
    const calls = () => site.as('admin')[name as 'blog'];
    const words = { [title]: 'Only a title' } as { title: string };
    const required = Object.keys(columns).filter((key) => key !== title && !('isOptional' in columns[key]!));
    const save = async (input: object = words): Promise<Row> => {
      const answer = (await calls().saveDraft.mutate(input)) as unknown as Record<string, Row>;
      return answer[one]!;
    };
    const read = async (id: number): Promise<Row> => (await rest().get(`${url}/${id}`)).body[one];

    test('needs a title alone, is hidden, and says what it lacks', async () => {
      const row = await save({ ...words, [publicBy!]: true });
      expect(row).toMatchObject({ [title]: 'Only a title', [publicBy!]: false });
      expect(row.missing ?? []).toEqual(required);
      expect(await read(row.id)).toEqual(row);
      await expect(calls().saveDraft.mutate({ [title]: ' ' } as never)).rejects.toMatchObject({
        data: { httpStatus: 422 },
      });
      const { id, version } = row;
      const more = await save({ ...sample(), id, version, [publicBy!]: false });
      expect('missing' in more).toBe(false);
    });

    test('counts in the total and in no group', async () => {
      const stats = async () => (await rest().get(url)).body.stats;
      const before = await stats();
      const { [groups]: group } = await save();
      const after = await stats();
      expect(after.total).toBe(before.total + 1);
      if (group === '') expect(after.by).toEqual(before.by);
    });

    testOnce('is checked as a whole by each way that makes it public', async () => {
      if (required.length === 0) return;
      const { id, version } = await save();
      const ids = { ids: [id], [publicBy!]: true };
      const ways = {
        tick: () => rest().patch(`${url}/${id}`, { [publicBy!]: true }),
        'several at once': () => rest().post(`${url}/publication`, ids),
        ...(schedule && {
          date: () => rest().put(`${url}/${id}/publishing`, { version, [publicBy!]: true }),
        }),
      };
      for (const [way, act] of Object.entries(ways)) {
        const { status, body } = await act();
        expect(status, `${way}: ${JSON.stringify(body)}`).toBe(422);
        expect(Object.keys(body.errors).sort(), way).toEqual([...required].sort());
      }
      expect(await read(id)).toMatchObject({ [publicBy!]: false, version });
    });

    testOnce('stays as it is by each way that keeps it hidden', async () => {
      const { id, missing } = await save();
      const renamed = await rest().patch(`${url}/${id}`, { [title]: 'Renamed' });
      expect(renamed.body[one], 'another member').toMatchObject({ [title]: 'Renamed' });
      const first = await rest().post(`${url}/${id}/versions/1/restore`, {});
      expect(first.body[one], 'version').toMatchObject({ [title]: 'Only a title' });
      await rest().delete(`${url}/${id}`);
      await site.as('admin').trash[name].restore.mutate({ id });
      expect((await read(id)).missing, 'trash').toEqual(missing);
      if (!schedule) return;
      const copy = await rest().post(`${url}/${id}/duplicate`, {});
      expect(copy.body[one].missing, 'copy').toEqual(missing);
    });

    testOnce('cannot be sent as a whole by REST, which checks as before', async () => {
      if (required.length === 0) return;
      expect((await rest().post(url, words)).status).toBe(422);
      const { id, version } = await save();
      expect((await rest().put(`${url}/${id}`, { ...words, version })).status).toBe(422);
    });
  });

  testOnce('is not for a role without the grant', async () => {
    const refused = { data: { httpStatus: 403 } };
    await expect(site.as('hr').blog.saveDraft.mutate({ title: 'T' })).rejects.toMatchObject(refused);
    await expect(site.as('user').jobs.saveDraft.mutate({ title: 'T' })).rejects.toMatchObject(refused);
  });

  testOnce('is stored once for a key, and refused after a change by somebody else', async () => {
    const blog = site.as('admin').blog;
    const { post } = await blog.saveDraft.mutate({ title: 'T' });
    const { id, version } = post;
    await blog.saveDraft.mutate({ id, version, title: 'Theirs' });
    await expect(blog.saveDraft.mutate({ id, version, title: 'Mine' })).rejects.toMatchObject({
      data: { httpStatus: 409 },
    });
  });
});

test('a draft survives an export and an import', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-drafts-'));
  const [from, to] = [await openTransferSite('sqlite'), await openTransferSite('sqlite')];
  for (const { name, title } of modules)
    await from.app.as('admin')[name as 'blog'].saveDraft.mutate({ [title]: 'Only a title' } as never);
  await exportToFolder(from, folder);
  const outcomes = await importFromFolder(to, folder);
  expect(outcomes.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
  for (const { name, many, title } of modules) {
    const answer = (await to.app.as('admin')[name as 'blog'].list.query({})) as unknown as Record<
      string,
      Row[]
    >;
    expect(
      answer[many]!.map((row) => row[title]),
      name,
    ).toContain('Only a title');
  }
  await Promise.all([from.close(), to.close()]);
  await rm(folder, { recursive: true, force: true });
});
