import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { AppRouter } from '../../src/router.ts';
import { takeEarlyAnswer } from './early-calls.ts';
import { ForeignAnswer } from './errors.ts';
import { createEventSourceClass } from './event-source.ts';
import {
  activityLink,
  type AskForProof,
  type CallContext,
  stepUpLink,
  unauthorizedLink,
  uploadLink,
} from './links.ts';
import type { PersonTasks } from './person-tasks.ts';

export const trpc = createTRPCReact<AppRouter>();

/** The highest number of calls that the server accepts in one request (docs/product.md, §7.10). */
const maxCallsInBatch = 10;

interface ApiParts {
  tasks: PersonTasks;
  token: () => string | undefined;
  /** Returns a promise if a sign-in form is shown, which resolves to whether the person has signed in. */
  onUnauthorized: (isBackground: boolean) => Promise<boolean> | undefined;
  askForProof: AskForProof;
  onEnrolment: () => void;
}

export function createApiClient({ tasks, token, onUnauthorized, askForProof, onEnrolment }: ApiParts) {
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
    // Reads the key of the first call only, because a call with a key is never in a batch.
    const { requestKey } = contextOf(ops[0]!);
    return {
      ...headers(),
      ...(isBackground && { 'X-Activity': 'none' }),
      ...(requestKey && { 'Idempotency-Key': requestKey }),
    };
  };
  const streamLink = httpSubscriptionLink({ url, EventSource: createEventSourceClass(headers) });
  return trpc.createClient({
    links: [
      activityLink(tasks),
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

/** A call with `keepalive` survives the closed page. Browsers limit the bodies of all such calls to 64 KB. */
const isShort = (body: unknown) => typeof body === 'string' && body.length < 500;

/** docs/product.md, §7.2 */
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
