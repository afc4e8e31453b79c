import type { ReactNode } from 'react';
import { PageTitle } from '../../components/display/page-title.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { AccessPanel } from './access-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export interface ProfilePageProps {
  /** The card of the feature that guards signing in. */
  secondFactor: ReactNode;
}

export function ProfilePage({ secondFactor }: ProfilePageProps) {
  const { profile, error } = useAuth();
  return (
    <>
      <PageTitle title="Profile" subtitle="Your details, your password and what you may reach" />
      {!profile && error && <ErrorState message={error} onRetry={() => void loadProfile()} />}
      {!profile && !error && <Loading label="Loading profile..." />}
      {profile && (
        <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <DetailsPanel profile={profile} />
            <EmailPanel email={profile.email} />
            <AccessPanel profile={profile} />
          </div>
          <div className="grid gap-4">
            <PasswordPanel email={profile.email} />
            {secondFactor}
            <SessionsPanel />
          </div>
        </div>
      )}
    </>
  );
}
