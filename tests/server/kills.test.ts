import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { openServices } from '../../src/services.ts';
import { databaseKinds } from '../support/database.ts';
import { inForm } from '../support/form.ts';
import { killWhileWriting, openWrittenSite } from '../support/kills.ts';
import { write } from '../support/writers.ts';

// `tests/assure/kills.test.ts` kills many more times.
const kills = inForm(3, 1);

test.each(databaseKinds)('DU1 nothing acknowledged is lost through random kills, on %s', async (kind) => {
  const site = await openWrittenSite(kind);
  for (let kill = 1; kill <= kills; kill += 1)
    expect(await killWhileWriting(site, kill === kills)).toEqual([]);
  expect(site.memory.acknowledged).toBeGreaterThan(0);
  await site.close();
});

test('DU1 what compares finds a row, an entry and a change that were lost', async () => {
  const site = await openWrittenSite('sqlite');
  const { memory, random, headers } = site;
  const until = () => memory.records.some(({ kind, content }) => kind === 'post' && content);
  await write({ place: { url: site.server.url, headers }, memory, writers: 8, random, until });
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
