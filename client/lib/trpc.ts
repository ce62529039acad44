import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../../src/router.ts';
import { callHeaders } from './call-headers.ts';
import { fetchEventSource } from './fetch-event-source.ts';
import { type CallContext, formLink } from './form-link.ts';
import { unauthorizedLink } from './unauthorized-link.ts';

/** The calls of the house as hooks: `trpc.blog.list.useQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();

/** What the server takes in one request (docs/product.md, §7.10). */
const maxCallsInBatch = 10;

interface ApiParts {
  /** The token to send, read anew for each request. */
  token: () => string | undefined;
  /** The session was refused; gives a promise where the person is asked to sign in again. */
  onUnauthorized: () => Promise<boolean> | undefined;
}

/** Makes the client that the hooks call through. */
export function createApiClient({ token, onUnauthorized }: ApiParts) {
  const url = '/trpc';
  const headers = () => callHeaders(token());
  const fetchWithCookies: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'include' });
  const options = { url, fetch: fetchWithCookies };
  const contextOf = (op: { context: object }) => op.context as CallContext;
  const headersOf = (...ops: { context: object }[]) => {
    const isPoll = ops.every((op) => contextOf(op).isPoll === true);
    // What carries a key goes alone.
    const { requestKey } = contextOf(ops[0]!);
    return {
      ...headers(),
      ...(isPoll && { 'X-Activity': 'none' }),
      ...(requestKey && { 'Idempotency-Key': requestKey }),
    };
  };
  const streamLink = httpSubscriptionLink({ url, EventSource: fetchEventSource(headers) });
  return trpc.createClient({
    links: [
      unauthorizedLink({ token, onUnauthorized }),
      splitLink({
        condition: (op) => contextOf(op).form === true,
        true: formLink({ url, headers: headersOf }),
        false: splitLink({
          condition: (op) => op.type === 'subscription',
          true: streamLink,
          false: splitLink({
            condition: (op) => contextOf(op).alone === true,
            true: httpLink({ ...options, headers: ({ op }) => headersOf(op) }),
            false: httpBatchLink({
              ...options,
              maxItems: maxCallsInBatch,
              headers: ({ opList }) => headersOf(...opList),
            }),
          }),
        }),
      }),
    ],
  });
}
