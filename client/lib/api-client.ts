import type { TRPCClient } from '@trpc/client';
import type { AppRouter } from '../../src/router.ts';

/** The procedures as both sides call them: over HTTP in a browser, directly while the server renders a page. */
export type Api = TRPCClient<AppRouter>;

/** The HTTP status of a refused call, when the error is one. */
export function statusOf(error: unknown): number | undefined {
  const { data } = (error ?? {}) as { data?: { httpStatus?: unknown } };
  return typeof data?.httpStatus === 'number' ? data.httpStatus : undefined;
}
