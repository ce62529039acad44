import type { ApiOutputs } from '../../lib/api-types.ts';

/** A post as the panel's list gives it. */
export type Post = ApiOutputs['blog']['list']['posts'][number];
