import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../../src/router.ts';

/** The procedures: over HTTP in a browser, and by direct calls while the server renders a page. */
export type Api = TRPCClient<AppRouter>;

/** Returns the HTTP status of a failed call, or undefined for other errors. */
export function statusOf(error: unknown): number | undefined {
  const { data } = (error ?? {}) as { data?: { httpStatus?: unknown } };
  return typeof data?.httpStatus === 'number' ? data.httpStatus : undefined;
}
