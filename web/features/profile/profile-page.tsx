import type { ReactNode } from 'react';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { AccessPanel } from './access-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

interface ProfilePageProps {
  secondFactor: ReactNode;
  notifications: ReactNode;
  /** Why the user may see and do what they may. */
  access: ReactNode;
}

export function ProfilePage({ secondFactor, notifications, access }: ProfilePageProps) {
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
            <AccessPanel profile={profile} why={access} />
            <PasswordPanel email={profile.email} />
            {secondFactor}
            <SessionsPanel />
            {notifications}
          </Card>
        )}
      </QueryView>
    </>
  );
}
