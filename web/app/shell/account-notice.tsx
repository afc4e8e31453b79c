import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { clearAuthError, isProfileFailure, loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { onReconnect, useIsOnline } from '../../lib/network/connection.ts';

export function AccountNotice() {
  const { error, profile } = useAuth();
  const isOnline = useIsOnline();
  const { pathname } = useLocation();
  const isMissing = !profile;
  // The error may be older than this page.
  const isOfProfile = isMissing || isProfileFailure(error);
  useEffect(() => (isOfProfile ? onReconnect(() => void loadProfile()) : undefined), [isOfProfile]);
  // The connection bar reports an outage, and the Profile page reports in place that the profile did not load.
  const isSaidElsewhere = isOfProfile && (!isOnline || (isMissing && pathname === '/profile'));
  if (!error || isSaidElsewhere) return null;
  return (
    <Alert
      tone="error"
      className="mb-4"
      action={
        <Button variant="secondary" onClick={profile ? clearAuthError : () => void loadProfile()}>
          {profile ? 'Dismiss' : 'Try again'}
        </Button>
      }
    >
      {asSentence(error)}
    </Alert>
  );
}

function asSentence(text: string) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
