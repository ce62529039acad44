import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '../../src/router.ts';
import type { Api } from './api-client.ts';

/** The most calls that the server takes in one request. */
const maxItems = 10;

/** The procedures over HTTP, for visitors. A page imports this when a later navigation first needs it. */
export function createBrowserApi(): Api {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' };
  return createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/trpc', maxItems, headers })] });
}
