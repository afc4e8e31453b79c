import { Suspense } from 'react';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

const SecondFactorPanel = lazyPart(
  async () => (await import('../features/second-factor/second-factor-panel.tsx')).SecondFactorPanel,
);

export function Profile() {
  return (
    <ProfilePage
      secondFactor={
        <Suspense fallback={<Loading label="Loading..." />}>
          <SecondFactorPanel />
        </Suspense>
      }
    />
  );
}
