import type { TRPCClientError, TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/router.ts';

interface SessionWatch {
  /** The token that calls carry now. */
  token: () => string | undefined;
  /** The server refused the session. Gives a promise where the person is asked to sign in again: of whether they did. */
  onUnauthorized: () => Promise<boolean> | undefined;
}

/**
 * Handles calls that are answered with 401: once the person has signed in again, the same call is sent again; else it fails
 * as it would without. A late refusal of a session that has been replaced meanwhile leaves the new one alone.
 * A stream nobody has asked for: that it is refused takes nobody away from what they are writing.
 */
export function unauthorizedLink({ token, onUnauthorized }: SessionWatch): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let sent: Unsubscribable;
        let isOver = false;
        const send = () => {
          const used = token();
          sent = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (error) => {
              if (error.data?.httpStatus !== 401 || op.type === 'subscription') return observer.error(error);
              const now = token();
              if (now !== undefined && now !== used) return send();
              const signIn = onUnauthorized();
              if (!signIn) return observer.error(error);
              signIn.then((isBack) => continueOrFail(isBack, error));
            },
          });
        };
        const continueOrFail = (isBack: boolean, error: TRPCClientError<AppRouter>) => {
          if (isOver) return;
          if (isBack) send();
          else observer.error(error);
        };
        send();
        return () => {
          isOver = true;
          sent.unsubscribe();
        };
      });
}
