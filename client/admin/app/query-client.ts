import { QueryClient } from '@tanstack/react-query';
import { isRetryable } from '../../api/errors.ts';

const retryDelayMs = 800;

/**
 * Creates the cache of the server's answers. Calls fail at once when the browser is offline, instead of
 * waiting for the network.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isRetryable(error),
        retryDelay: retryDelayMs,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
