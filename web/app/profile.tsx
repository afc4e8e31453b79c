import { Suspense } from 'react';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import { ProfilePage } from '../features/profile/profile-page.tsx';

const SecondFactorPanel = lazyPart(
  async () => (await import('../features/second-factor/second-factor-panel.tsx')).SecondFactorPanel,
);

const NotificationSettingsPanel = lazyPart(
  async () =>
    (await import('../features/notifications/notification-settings-panel.tsx')).NotificationSettingsPanel,
);

const OwnAccess = lazyPart(
  async () => (await import('../features/users/page/access/own-access.tsx')).OwnAccess,
);

export function Profile() {
  return (
    <ProfilePage
      notifications={
        <Suspense fallback={<Loading label="Loading..." />}>
          <NotificationSettingsPanel />
        </Suspense>
      }
      access={
        <Suspense fallback={<Loading label="Loading access..." />}>
          <OwnAccess />
        </Suspense>
      }
      secondFactor={
        <Suspense fallback={<Loading label="Loading..." />}>
          <SecondFactorPanel />
        </Suspense>
      }
    />
  );
}
