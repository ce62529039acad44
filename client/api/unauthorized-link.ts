import type { TRPCClientError, TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/router.ts';

interface SessionWatch {
  /** Returns the token that calls use now. */
  token: () => string | undefined;
  /**
   * Called when the server refuses the session. If a form asks the person to sign in again, returns a promise
   * that resolves to whether they did.
   */
  onUnauthorized: () => Promise<boolean> | undefined;
}

/**
 * Handles calls that are answered with 401. After a new sign-in it repeats the call; otherwise the call
 * fails. If the token has changed since the call, it repeats the call at once and leaves the new session
 * alone. The refusal of a stream never asks for a sign-in, because the stream runs in the background.
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
