import { test } from 'vitest';
import { fuzz } from '../support/fuzz.ts';

// Other load on this machine may make single responses slow, but not as slow as this.
const limitMs = 20_000;

test.each([
  { kind: 'sqlite', requests: 700 },
  { kind: 'postgresql', requests: 300 },
] as const)(
  'IN9, IN10, AZ10, LK1 any request to any operation on $kind gets a documented response, and a refused one leaves no trace',
  async (run) => {
    await fuzz({ ...run, limitMs });
  },
);
