import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../../src/router.ts';
import { takeEarlyAnswer } from './early-calls.ts';
import { ForeignAnswer } from './errors.ts';
import { fetchEventSource } from './event-source.ts';
import { type AskForProof, type CallContext, stepUpLink, unauthorizedLink, uploadLink } from './links.ts';

/** The procedures as hooks, for example `trpc.blog.list.useQuery(…)`. */
export const trpc = createTRPCReact<AppRouter>();

/** The server's limit for the calls in one request (docs/product.md, §7.10). */
const maxCallsInBatch = 10;

interface ApiParts {
  /** Returns the current token. Called for each request. */
  token: () => string | undefined;
  /**
   * Called when the server refuses the session. If a form asks the person to sign in again, returns a promise
   * that resolves to whether they did. `isBackground` is true if the person did not cause the call.
   */
  onUnauthorized: (isBackground: boolean) => Promise<boolean> | undefined;
  askForProof: AskForProof;
  /** Called when the person must set up a second factor before anything else. */
  onEnrolment: () => void;
}

/** Creates the client that the hooks use. */
export function createApiClient({ token, onUnauthorized, askForProof, onEnrolment }: ApiParts) {
  const url = '/trpc';
  const headers = () => callHeaders(token());
  const fetchWithCookies: typeof fetch = async (input, init) => {
    const early = init?.method === 'GET' ? takeEarlyAnswer(String(input), token()) : undefined;
    const answer = await (early ??
      fetch(input, { ...init, credentials: 'include', keepalive: isShort(init?.body) }));
    const isJson = answer.headers.get('content-type')?.includes('json');
    if (!isJson) throw new ForeignAnswer(answer.status);
    return answer;
  };
  const options = { url, fetch: fetchWithCookies };
  const contextOf = (op: { context: object }) => op.context as CallContext;
  const headersOf = (...ops: { context: object }[]) => {
    const isBackground = ops.every((op) => contextOf(op).isBackground === true);
    // Reads only the first call, because a call with a key is never in a batch with others.
    const { requestKey } = contextOf(ops[0]!);
    return {
      ...headers(),
      ...(isBackground && { 'X-Activity': 'none' }),
      ...(requestKey && { 'Idempotency-Key': requestKey }),
    };
  };
  const streamLink = httpSubscriptionLink({ url, EventSource: fetchEventSource(headers) });
  return trpc.createClient({
    links: [
      stepUpLink(askForProof, onEnrolment),
      unauthorizedLink({ token, onUnauthorized }),
      splitLink({
        condition: (op) => contextOf(op).form === true,
        true: uploadLink({ url, headers: headersOf }),
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

/**
 * Short calls are sent with `keepalive`, so that for example the report that a form is closed outlives the page. Longer
 * calls are sent without `keepalive`, because browsers limit the bodies of calls with `keepalive` to 64 KB in total.
 */
const isShort = (body: unknown) => typeof body === 'string' && body.length < 500;

/** Returns the headers of every call (docs/product.md, §7.2). */
function callHeaders(token: string | undefined): Record<string, string> {
  const antiForgery = readCookie('__Host-XSRF-TOKEN') ?? readCookie('XSRF-TOKEN');
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(antiForgery && { 'X-XSRF-TOKEN': antiForgery }),
  };
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`));
  return pair && decodeURIComponent(pair.slice(name.length + 1));
}
