import { type ReactNode, Suspense } from 'react';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { EmailPanel } from '../../features/profile/email-panel.tsx';
import {
  AccessPanel,
  DetailsPanel,
  PasswordPanel,
  SessionsPanel,
} from '../../features/profile/own-panels.tsx';
import { loadProfile, useAuth } from '../../lib/account/auth-store.ts';

const SecondFactorPanel = lazyPart(
  async () => (await import('../../features/second-factor/second-factor-panel.tsx')).SecondFactorPanel,
);

const OwnCompanyPanel = lazyPart(
  async () => (await import('../../features/company-sign-in/own-company-panel.tsx')).OwnCompanyPanel,
);

const NotificationSettingsPanel = lazyPart(
  async () =>
    (await import('../../features/notifications/notification-settings-panel.tsx')).NotificationSettingsPanel,
);

const TokensPanel = lazyPart(
  async () => (await import('../../features/tokens/tokens-panel.tsx')).TokensPanel,
);

const OwnAccess = lazyPart(
  async () => (await import('../../features/users/page/access/own-access.tsx')).OwnAccess,
);

export function ProfilePage() {
  const { profile, error } = useAuth();
  // The profile belongs to the auth state, not to the query cache.
  const query = {
    data: profile ?? undefined,
    error: error === null ? null : new Error(error),
    isFetching: false,
    refetch: loadProfile,
  };
  return (
    <>
      <PageTitle title="Profile" subtitle="Your details, your password and your access" />
      <QueryView query={query} loading="Loading profile...">
        {(profile) => (
          <Card className="shrink-0 px-6 py-4 max-md:px-4">
            <DetailsPanel profile={profile} />
            <EmailPanel email={profile.email} />
            <AccessPanel profile={profile} why={later(<OwnAccess />, 'Loading access...')} />
            <PasswordPanel email={profile.email} />
            {later(<OwnCompanyPanel />)}
            {later(<SecondFactorPanel />)}
            <SessionsPanel />
            {profile.permissions.length > 0 && later(<TokensPanel />)}
            {later(<NotificationSettingsPanel />)}
          </Card>
        )}
      </QueryView>
    </>
  );
}

function later(panel: ReactNode, label = 'Loading...') {
  return <Suspense fallback={<Loading label={label} />}>{panel}</Suspense>;
}
