import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { killWhileWriting, openWrittenSite } from '../support/kills.ts';
import { inForm, tell } from './figures.ts';

const kills = inForm(200, 5);

test.for(databaseKinds)(
  'DU1 nothing acknowledged is lost through random kills, on %s',
  async (kind, context) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const site = await openWrittenSite(kind, seed);
    const problems: string[] = [];
    for (let kill = 1; kill <= kills && problems.length === 0; kill += 1) {
      problems.push(...(await killWhileWriting(site, kill === kills)));
      tell(context, { kills: 1 });
    }
    const { acknowledged, requests } = site.memory;
    tell(context, { requests, acknowledged, lost: problems.length, notes: [`seed ${seed}`] });
    await site.close();
    expect(problems, `seed ${seed}`).toEqual([]);
  },
);
