import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../src/router.ts';

/** What the calls take, by router and procedure. */
export type ApiInputs = inferRouterInputs<AppRouter>;

/** What the calls answer, by router and procedure. */
export type ApiOutputs = inferRouterOutputs<AppRouter>;
