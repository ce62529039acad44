import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { killWhileWriting, openWrittenHouse } from '../support/kills.ts';
import { inForm, tell } from './figures.ts';

const kills = inForm(200, 5);

test.for(databaseKinds)(
  'DU1 nothing acknowledged is lost through random kills, on %s',
  async (kind, context) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const house = await openWrittenHouse(kind, seed);
    const problems: string[] = [];
    for (let kill = 1; kill <= kills && problems.length === 0; kill += 1) {
      problems.push(...(await killWhileWriting(house, kill === kills)));
      tell(context, { kills: 1 });
    }
    const { acknowledged, requests } = house.memory;
    tell(context, { requests, acknowledged, lost: problems.length, notes: [`seed ${seed}`] });
    await house.close();
    expect(problems, `seed ${seed}`).toEqual([]);
  },
);
