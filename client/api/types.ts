import type { TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../src/router.ts';

export type ApiInputs = inferRouterInputs<AppRouter>;

export type ApiOutputs = inferRouterOutputs<AppRouter>;

/** Over HTTP in a browser, directly while the server renders a page. */
export type Api = TRPCClient<AppRouter>;

export function httpStatusOf(error: unknown): number | undefined {
  const { data } = (error ?? {}) as { data?: { httpStatus?: unknown } };
  return typeof data?.httpStatus === 'number' ? data.httpStatus : undefined;
}
