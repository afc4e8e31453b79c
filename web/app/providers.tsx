import '../styles/inside.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { onAccountChange } from '../lib/account/auth-store.ts';
import { onLostAnswer } from '../lib/http/http.ts';
import { createQueryClient } from '../lib/http/query-client.ts';

/** The providers of the pages inside the shell. The login page does not need them. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  // Another user signed in, in another tab: no data of the last user may stay.
  useEffect(() => onAccountChange(() => queryClient.clear()), [queryClient]);
  useEffect(() => onLostAnswer(() => void queryClient.invalidateQueries()), [queryClient]);
  return (
    // The Content-Security-Policy allows no inline style elements.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </CSPProvider>
  );
}
