import { QueryClient } from '@tanstack/react-query';
import { RequestFailed } from './request-failed.ts';

/** The cache of server state. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (count, error) => count < 2 && mayPass(error) },
      mutations: { retry: false },
    },
  });
}

/** Refusals stay refusals; a server that is busy or starting may answer next time. */
function mayPass(error: unknown) {
  return error instanceof RequestFailed && (error.code === 'unreachable' || error.status >= 500);
}
