import { type ReactNode, Suspense, useState } from 'react';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPage } from '../components/loading/lazy-part.tsx';
import { useAuth } from '../lib/account/auth-store.ts';

const SetupPage = lazyPage(() => import('./setup-page.tsx'), 'SetupPage');

/** Shows only the setup page to a user who must set up a second factor: the server refuses them everything else. */
export function SetupGate({ children }: { children: ReactNode }) {
  const { profile } = useAuth();
  const isDemanded = Boolean(profile?.second_factor.is_required && !profile.second_factor.is_set_up);
  // The page stays after the code was accepted, because it still shows the recovery codes.
  const [isInside, setInside] = useState(false);
  if (isDemanded && !isInside) setInside(true);

  if (!isDemanded && !isInside) return children;
  return (
    <Suspense fallback={<Loading label="Loading..." className="min-h-dvh" />}>
      <SetupPage onDone={() => setInside(false)} />
    </Suspense>
  );
}
