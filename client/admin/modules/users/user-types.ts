import type { ApiOutputs } from '../../../api/types.ts';

/** A user in the panel's list. */
export type User = ApiOutputs['users']['list']['users'][number];

export type UserStats = ApiOutputs['users']['list']['stats'];
