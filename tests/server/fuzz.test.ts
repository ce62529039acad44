import { test } from 'vitest';
import { fuzz } from '../support/fuzz.ts';

// What else runs on this machine may make any single answer slow; one that never comes is told from that by far.
const limitMs = 20_000;

test.each([
  { kind: 'sqlite', requests: 700 },
  { kind: 'postgresql', requests: 300 },
] as const)(
  'IN9, IN10, AZ10, LK1 whatever is asked of any operation on $kind, the answer is one that the description names, and what is refused leaves no trace',
  async (run) => {
    await fuzz({ ...run, limitMs });
  },
);
