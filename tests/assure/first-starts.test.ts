import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { startThroughKills } from '../support/first-starts.ts';
import { randomFrom, seed } from '../support/random.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const sites = chooseByForm(6, 2);
const killsEach = 3;

test.for(databaseKinds)(
  'DU7 a first start killed at random goes on from there, on %s',
  async (kind, context) => {
    const random = randomFrom(seed);
    const whole = await startThroughKills(kind, []);
    expect(whole.problems).toEqual([]);
    let longest = 0;
    for (let site = 1; site <= sites; site += 1) {
      const times = Array.from({ length: killsEach }, () => random() * whole.milliseconds);
      const { rows, problems, milliseconds } = await startThroughKills(kind, times);
      longest = Math.max(longest, milliseconds);
      addFigures(context, { kills: killsEach });
      expect({ rows, problems }, `seed ${seed}`).toEqual({ rows: whole.rows, problems: [] });
    }
    const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
    addFigures(context, {
      notes: [
        `a start takes ${seconds(whole.milliseconds)}, after kills at most ${seconds(longest)}`,
        `seed ${seed}`,
      ],
    });
  },
);
