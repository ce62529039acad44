import { QueryClient } from '@tanstack/react-query';
import { isWorthRetrying } from '../lib/failure.ts';

const retryDelayMs = 800;

/** The cache of what the server answered. Being offline is a failure like others: it is said, not waited for. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: retryDelayMs,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
