import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../src/router.ts';

/** The inputs of the calls, by router and procedure. */
export type ApiInputs = inferRouterInputs<AppRouter>;

/** The outputs of the calls, by router and procedure. */
export type ApiOutputs = inferRouterOutputs<AppRouter>;
