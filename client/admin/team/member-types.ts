import type { ApiOutputs } from '../../lib/api-types.ts';

/** A team member as the panel's list gives it. */
export type Member = ApiOutputs['team']['list']['team'][number];
