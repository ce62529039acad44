import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/router.ts';

/**
 * Runs `onUnauthorized` whenever a call is answered with 401; the call fails as it would without. A stream nobody has asked for:
 * that it is refused takes nobody away from what they are writing.
 */
export function unauthorizedLink(onUnauthorized: () => void): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (error.data?.httpStatus === 401 && op.type !== 'subscription') onUnauthorized();
            observer.error(error);
          },
        }),
      );
}
