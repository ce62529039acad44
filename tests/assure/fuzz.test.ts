import { test } from 'vitest';
import { fuzz } from '../support/fuzz.ts';
import { chooseByForm } from '../support/test-form.ts';
import { seed } from '../support/random.ts';
import { addFigures } from './figures.ts';

const limitMs = 2000;

test.for([
  { kind: 'sqlite', requests: chooseByForm(14_000, 700) },
  { kind: 'postgresql', requests: chooseByForm(6000, 300) },
] as const)(
  'IN9 whatever is asked of any operation on $kind, none fails, none waits for 2 s, and exactly what was acknowledged is stored',
  async (run, context) => {
    const { statuses, worst, over } = await fuzz({ ...run, limitMs });
    const pauses = [
      `longest pause ${Math.round(worst?.ms ?? 0)} ms of processor time (${worst?.row}, ${worst?.bytes} bytes)`,
      `${over} longer than 50 ms`,
    ];
    addFigures(context, { requests: run.requests, lost: 0, notes: [statuses, ...pauses, `seed ${seed}`] });
  },
);
