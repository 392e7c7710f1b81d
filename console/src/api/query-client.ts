import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './failure.ts';

const retriesMax = 2;

/** What is asked stays fresh for some seconds, as events tell sooner what has changed; only what may pass is asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < retriesMax && mayPass(error),
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  });
}

/** Whether the same request may go well at another time. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === 0 || error.status === 429 || error.status >= 500);
}
