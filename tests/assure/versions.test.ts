import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { jobsModule } from '../../src/modules/jobs/jobs.module.ts';
import { updateRow } from '../../src/content/operations/update.ts';
import { maxVersionBytes, maxVersions } from '../../src/content/versions/stored-versions.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { sampledModules } from '../support/samples.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { chooseByForm } from '../support/test-form.ts';
import { percentile, addFigures } from './figures.ts';

const rowsOfKind = 40;
const savesOfRow = chooseByForm(50, 5);
const savesOfOne = chooseByForm(10_000, 300);
const turns = chooseByForm(400, 40);

const act = async (site: TestApp, name: string, input: Record<string, unknown>) => {
  const answer = await callProcedure(site, 'rest', 'admin', name, input);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const sentence = 'The mill has run on two wheels since spring, and the third one waits for its shaft. ';
const milliseconds = (times: number[]) =>
  `${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)}`;
const timed = async (act: () => Promise<unknown>) => {
  const start = performance.now();
  await act();
  return performance.now() - start;
};

async function storedBytes(site: TestApp): Promise<{ fields: number; disk: number }> {
  const { kind, read } = site.database;
  const onDisk =
    kind === 'sqlite'
      ? sql<number>`(select sum(pgsize) from dbstat where name in
          (select name from sqlite_master where tbl_name in ('versions', 'version_pictures')))`
      : sql<number>`pg_total_relation_size('versions') + pg_total_relation_size('version_pictures')`;
  const { rows } = await sql<Record<'fields' | 'disk', number | string>>`
    select coalesce(sum(bytes), 0) as fields, ${onDisk} as disk from versions`.execute(read);
  return { fields: Number(rows[0]!.fields), disk: Number(rows[0]!.disk) };
}

test.for(databaseKinds)('10,000 versions of 200 rows of every kind, on %s', async (kind, context) => {
  const site = await testApp(kind);
  const notes: string[] = [];
  let requests = 0;
  for (const { name, one, title, sample, columns } of sampledModules) {
    const [ids, saves, lists, compares, restores]: number[][] = [[], [], [], [], []] as number[][];
    const long = Object.keys(columns).find((key) => columns[key]!.kind === 'html') ?? 'description';
    const words = (save: number) => ({
      ...sample(),
      ...(long in columns && {
        [long]:
          columns[long]!.kind === 'html'
            ? `<p>${sentence.repeat(200)}${save}</p>`
            : sentence.repeat(20) + save,
      }),
      [title]: `Save ${save}`,
    });
    for (let row = 0; row < rowsOfKind; row += 1) {
      ids!.push((await act(site, `${name}.create`, words(0)))[one].id);
    }
    for (let save = 1; save < savesOfRow; save += 1) {
      for (const id of ids!)
        saves!.push(await timed(() => act(site, `${name}.update`, { ...words(save), id })));
    }
    for (const id of ids!) {
      lists!.push(await timed(() => act(site, `versions.${name}.list`, { id })));
      compares!.push(
        await timed(() =>
          Promise.all(
            [savesOfRow - 1, savesOfRow].map((number) => act(site, `versions.${name}.one`, { id, number })),
          ),
        ),
      );
    }
    for (const id of ids!) {
      restores!.push(
        await timed(async () => {
          const { [one]: restored } = await act(site, `versions.${name}.restore`, { id, number: 2 });
          expect(restored[title]).toBe('Save 1');
        }),
      );
      expect((await act(site, `versions.${name}.list`, { id })).versions.length).toBeLessThanOrEqual(
        maxVersions,
      );
    }
    requests += saves!.length + 5 * ids!.length;
    notes.push(
      `${name}: save ${milliseconds(saves!)}, list ${milliseconds(lists!)}, comparison ${milliseconds(compares!)}, restore ${milliseconds(restores!)}`,
    );
  }
  const { fields, disk } = await storedBytes(site);
  notes.push(`${(fields / 1e6).toFixed(1)} MB of fields, ${(disk / 1e6).toFixed(1)} MB on disk`);

  // The same save with and without versions, in turns, so that the load of the machine concerns both.
  const plain: typeof jobsModule.kind = { ...jobsModule.kind };
  delete plain.fieldsOf;
  const id = (await act(site, 'jobs.create', sampledModules.find(({ name }) => name === 'jobs')!.sample()))
    .id;
  const viewer = {
    id: 1,
    name: 'Ada',
    email: 'ada@example.com',
    session_id: 1,
    role: 'admin',
  } as const;
  const [withVersions, without]: number[][] = [[], []] as number[][];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [saved, times] of [
      [jobsModule.kind, withVersions],
      [plain, without],
    ] as const) {
      const work = {
        ...site.work(),
        em: site.database.fork(),
        read: site.database.read,
        viewer,
        now: new Date(),
      };
      times!.push(
        await timed(() =>
          updateRow(saved, work as never, {
            id,
            revise: (row) => row.revise({ title: `Turn ${turn} ${saved === plain}` }, work.now),
          }),
        ),
      );
    }
  }
  notes.push(`a save with versions ${milliseconds(withVersions!)}, without ${milliseconds(without!)}`);
  addFigures(context, { requests, notes });
  await site.close();
});

test.for(databaseKinds)(
  '10,000 saves of one row stay within the bounds of its versions, on %s',
  async (kind, context) => {
    const site = await testApp(kind);
    const { sample } = sampledModules.find(({ name }) => name === 'jobs')!;
    const { id } = await act(site, 'jobs.create', sample());
    const viewer = {
      id: 1,
      name: 'Ada',
      email: 'ada@example.com',
      session_id: 1,
      role: 'admin',
    } as const;
    const bounds = async () => {
      const { rows: found } = await sql<{ count: number | string; bytes: number | string; newest: number }>`
      select count(*) as count, sum(bytes) as bytes, max(number) as newest from versions`.execute(
        site.database.read,
      );
      const { count, bytes, newest } = found[0]!;
      expect(Number(count)).toBeLessThanOrEqual(maxVersions);
      expect(Number(bytes)).toBeLessThanOrEqual(maxVersionBytes);
      return Number(newest);
    };
    const before = process.memoryUsage().rss;
    for (let save = 1; save <= savesOfOne; save += 1) {
      const work = {
        ...site.work(),
        em: site.database.fork(),
        read: site.database.read,
        viewer,
        now: new Date(),
      };
      await updateRow(jobsModule.kind, work as never, {
        id,
        revise: (row) => row.revise({ title: `Save ${save}` }, work.now),
      });
      if (save % 100 === 0) expect(await bounds()).toBe(save + 1);
    }
    const memory = ((process.memoryUsage().rss - before) / 1e6).toFixed(0);
    addFigures(context, { requests: savesOfOne, notes: [`memory ${memory} MB more`] });
    await site.close();
  },
);
