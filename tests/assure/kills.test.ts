import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { killWhileWriting, openWrittenSite } from '../support/kills.ts';
import { inForm } from '../support/form.ts';
import { seed } from '../support/random.ts';
import { tell } from './figures.ts';

const kills = inForm(200, 5);

test.for(databaseKinds)(
  'DU1 nothing acknowledged is lost through random kills, on %s',
  async (kind, context) => {
    const site = await openWrittenSite(kind);
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
