import '../styles/inside.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { dropToasts } from '../components/toast/toasts.ts';
import { onAccountChange } from '../lib/account/auth-store.ts';
import { onLostAnswer } from '../lib/http/http.ts';
import { createQueryClient } from '../lib/http/query-client.ts';

/** What the pages inside the shell stand on; the login page does without. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  // Somebody else signed in, in another tab: nothing of the last user may stay.
  useEffect(
    () =>
      onAccountChange(() => {
        queryClient.clear();
        dropToasts();
      }),
    [queryClient],
  );
  useEffect(() => onLostAnswer(() => void queryClient.invalidateQueries()), [queryClient]);
  return (
    // The Content-Security-Policy allows no inline style elements.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </CSPProvider>
  );
}
