import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../src/router.ts';

/** The inputs of the calls, by router and procedure. */
export type ApiInputs = inferRouterInputs<AppRouter>;

/** The outputs of the calls, by router and procedure. */
export type ApiOutputs = inferRouterOutputs<AppRouter>;

/**
 * The client of the API. A browser calls the procedures over HTTP. While the server renders a page, it calls
 * the procedures directly.
 */
export type Api = TRPCClient<AppRouter>;

/** Returns the HTTP status of a failed call, or undefined for any other error. */
export function httpStatusOf(error: unknown): number | undefined {
  const { data } = (error ?? {}) as { data?: { httpStatus?: unknown } };
  return typeof data?.httpStatus === 'number' ? data.httpStatus : undefined;
}
