import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { fillDiskWhileWriting, openFullDiskSite } from '../support/full-disk-site.ts';
import { seed } from '../support/random.ts';
import { fullDisks, unavailableDiskKinds } from '../support/small-disk.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const times = chooseByForm(12, 2);
const fullMs = chooseByForm(4000, 2000);
const megabytes = chooseByForm(400, 100);
const graceMs = 2000;
const words = [
  'There is no space left to store anything. Please try again later.',
  // When a file may not grow, SQLite reports an error of the disk instead of a full disk.
  'The service is busy or a part of it is away. Please try again in a moment.',
];
const cases = fullDisks.flatMap((disk, at) =>
  // PostgreSQL has its own disk, so only the files are on the full one.
  databaseKinds
    .filter((kind) => kind === 'sqlite' || at === 0)
    .map((kind) => ({ disk, kind, way: disk.kind })),
);

test.for(unavailableDiskKinds)('UP12 a disk that is full by a %s is survived', (_, { skip }) =>
  skip('this machine does not permit that'),
);

test.for(cases)(
  'UP12 a disk that is full by a $way is survived, on $kind',
  async ({ disk, kind }, context) => {
    const site = await openFullDiskSite(disk, { kind, megabytes });
    const problems: string[] = [];
    let [slowestRead, refusedFor, refused] = [0, 0, 0];
    try {
      for (let time = 1; time <= times && problems.length === 0; time += 1) {
        const seen = await fillDiskWhileWriting(site, fullMs);
        slowestRead = Math.max(slowestRead, seen.slowestRead);
        refusedFor = Math.max(refusedFor, seen.refusedFor);
        refused += seen.refused;
        problems.push(...seen.problems, ...(await site.compare(time === times)));
        addFigures(context, { faults: 1 });
      }
    } finally {
      await site.disk.close();
    }
    const { acknowledged, requests, refusals } = site.memory;
    const ms = (value: number) => `${Math.round(value)} ms`;
    addFigures(context, {
      requests,
      acknowledged,
      lost: problems.length,
      notes: [
        `${refused} writes refused, the last ${ms(refusedFor)} after there was space again`,
        `slowest read meanwhile ${ms(slowestRead)}`,
        `seed ${seed}`,
      ],
    });
    expect(problems, `seed ${seed}`).toEqual([]);
    expect(words).toEqual(expect.arrayContaining([...new Set(refusals.map((refusal) => refusal.words))]));
    expect(refusedFor).toBeLessThan(graceMs);
  },
);
