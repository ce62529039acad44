import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { openServices } from '../../src/services.ts';
import { databaseKinds } from '../support/database.ts';
import { killWhileWriting, openWrittenSite } from '../support/kill-while-writing.ts';
import { chooseByForm } from '../support/test-form.ts';
import { seed } from '../support/random.ts';
import { writeContinuously } from '../support/writers.ts';
import { addFigures } from './figures.ts';

const kills = chooseByForm(200, 5);

test.for(databaseKinds)(
  'DU1 nothing acknowledged is lost through random kills, on %s',
  async (kind, context) => {
    const site = await openWrittenSite(kind);
    const problems: string[] = [];
    for (let kill = 1; kill <= kills && problems.length === 0; kill += 1) {
      problems.push(...(await killWhileWriting(site, kill === kills)));
      addFigures(context, { kills: 1 });
    }
    const { acknowledged, requests } = site.memory;
    addFigures(context, { requests, acknowledged, lost: problems.length, notes: [`seed ${seed}`] });
    await site.close();
    expect(problems, `seed ${seed}`).toEqual([]);
  },
);

test('DU1 what compares finds a row, an entry and a change that were lost', async () => {
  const site = await openWrittenSite('sqlite');
  const { memory, random, headers } = site;
  const until = () => memory.records.some(({ kind, content }) => kind === 'post' && content);
  await writeContinuously({ place: { url: site.server.url, headers }, memory, writers: 8, random, until });
  const settings = readSettings({ ...site.env, DATA_DIR: site.server.dataDir, SEED: 'none' });
  const lose = async (statement: string) => {
    const { database } = await openServices(settings);
    await sql.raw(statement).execute(database.fork().getKysely());
    await database.close();
    return site.compare();
  };
  const last = 'where id = (select max(id) from posts)';
  expect(await lose('select 1')).toEqual([]);
  expect(await lose(`update posts set excerpt = 'of nobody' ${last}`)).toHaveLength(1);
  expect(await lose(`delete from posts ${last}`)).toEqual([expect.stringMatching(/ is gone$/)]);
  const more = await lose("delete from activities where module = 'blog'");
  expect(more).toContainEqual(expect.stringMatching(/0 entries of 1 \(create\)$/));
  await site.close();
});
