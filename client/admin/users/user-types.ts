import type { ApiOutputs } from '../../lib/api-types.ts';

/** A user as the panel's list gives them. */
export type User = ApiOutputs['users']['list']['users'][number];

export type UserStats = ApiOutputs['users']['list']['stats'];
