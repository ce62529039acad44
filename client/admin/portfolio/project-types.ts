import type { ApiOutputs } from '../../lib/api-types.ts';

/** A portfolio project as the panel's list gives it. */
export type Project = ApiOutputs['portfolio']['list']['portfolios'][number];
