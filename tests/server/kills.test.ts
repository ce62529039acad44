import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { openHouse } from '../../src/house.ts';
import { databaseKinds } from '../support/database.ts';
import { killWhileWriting, openWrittenHouse } from '../support/kills.ts';

const kills = 3;

test.each(databaseKinds)(
  'DU1 nothing acknowledged is lost through three random kills, on %s',
  async (kind) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const house = await openWrittenHouse(kind, seed);
    for (let kill = 1; kill <= kills; kill += 1)
      expect(await killWhileWriting(house, kill === kills), `seed ${seed}`).toEqual([]);
    expect(house.memory.acknowledged).toBeGreaterThan(0);
    await house.close();
  },
);

test('DU1 what compares finds a row, an entry and a change that were lost', async () => {
  const house = await openWrittenHouse('sqlite', 1);
  while (!house.memory.records.some(({ kind, content }) => kind === 'post' && content))
    await killWhileWriting(house, false);
  const settings = readSettings({ ...house.env, DATA_DIR: house.server.dataDir, SEED: 'none' });
  const lose = async (statement: string) => {
    const { database } = await openHouse(settings);
    await sql.raw(statement).execute(database.fork().getKysely());
    await database.close();
    return house.compare();
  };
  const last = 'where id = (select max(id) from posts)';
  expect(await lose('select 1')).toEqual([]);
  expect(await lose(`update posts set excerpt = 'of nobody' ${last}`)).toHaveLength(1);
  expect(await lose(`delete from posts ${last}`)).toEqual([expect.stringMatching(/ is gone$/)]);
  const more = await lose("delete from activities where module = 'blog'");
  expect(more).toContainEqual(expect.stringMatching(/0 entries of 1 \(create\)$/));
  await house.close();
});
