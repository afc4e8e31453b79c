import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isOnline, onConnectionChange } from '../network/connection.ts';
import { RequestFailed } from '../network/request-failed.ts';

let current: QueryClient | undefined;

/** Of the page that is open, for what is read outside of components. */
export function queryClient(): QueryClient {
  current ??= createQueryClient();
  return current;
}

export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) => {
    setOnline(isOnline());
    return onConnectionChange(() => setOnline(isOnline()));
  });
  current = new QueryClient({
    defaultOptions: {
      queries: {
        // By default the client would wait for the network silently, and later save a change that was canceled.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 10_000,
        retry: (count, error) => count < 2 && isOnline() && mayPass(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return current;
}

/** Refusals are not retried. A busy or starting server may answer the next time. */
function mayPass(error: unknown) {
  return error instanceof RequestFailed && (error.code === 'unreachable' || error.status >= 500);
}
