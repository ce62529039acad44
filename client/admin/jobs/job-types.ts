import type { ApiOutputs } from '../../lib/api-types.ts';

/** A job as the panel's list gives it. */
export type Job = ApiOutputs['jobs']['list']['jobs'][number];
