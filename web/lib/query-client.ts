import { QueryClient } from '@tanstack/react-query';
import { onAccountChange } from './auth-store.ts';
import { RequestFailed } from './request-failed.ts';

/** The cache of server state. It is emptied when somebody else signs in, or nobody is. */
export function createQueryClient() {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (count, error) => count < 2 && mayPass(error) },
      mutations: { retry: false },
    },
  });
  onAccountChange(() => client.clear());
  return client;
}

/** Refusals stay refusals; a server that is busy or starting may answer next time. */
function mayPass(error: unknown) {
  return error instanceof RequestFailed && (error.code === 'unreachable' || error.status >= 500);
}
