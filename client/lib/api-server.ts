import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/router.ts';
import type { CallProcedure } from '../../src/shared/page.ts';
import { type Api, statusOf } from './api-client.ts';

/** The procedures without HTTP, while a page is rendered; refusals look as they do in a browser. */
export function createServerApi(call: CallProcedure): Api {
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        call(op.path, op.input).then(
          (data) => {
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          },
          (error: unknown) => observer.error(asClientError(error)),
        );
      });
  return createTRPCClient<AppRouter>({ links: [link] });
}

function asClientError(error: unknown): TRPCClientError<AppRouter> {
  const message = error instanceof Error ? error.message : 'The call failed.';
  const data = { httpStatus: statusOf(error) ?? 500 };
  const meta = { cause: error };
  // The client reads nothing but `data` of an answer that is an error; the rest of its shape is the wire's.
  const result = { error: { message, code: -32603, data } } as never;
  return new TRPCClientError(message, { result, meta });
}
