import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';

const retriesMax = 2;

/**
 * Creates the query client. Data stays fresh for 10 s, because events report changes sooner. Only transient failures
 * are retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < retriesMax && isTransient(error),
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });
}

/** Returns true for failures that may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status === 429 || error.status >= 500);
}
