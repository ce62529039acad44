import { test } from 'vitest';
import { fuzz } from '../support/fuzz.ts';

const limitMs = 2000;

test.each([
  { kind: 'sqlite', requests: 14_000 },
  { kind: 'postgresql', requests: 6000 },
] as const)(
  '$requests requests on $kind: none fails, none waits for 2 s, and exactly what was acknowledged is stored',
  (run) => fuzz({ ...run, limitMs }),
);
