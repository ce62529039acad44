import type { Step } from './schema.ts';

/** The steps from version 1.0 to the next one, in the order in which they run. Each runs once on a database. */
export const steps11: Step[] = [
  // None yet.
];
